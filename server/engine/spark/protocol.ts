import { create, createFileRegistry, type DescMessage, type DescService } from '@bufbuild/protobuf';
import {
	type FieldDescriptorProto,
	FieldDescriptorProto_Label,
	FieldDescriptorProto_Type,
	FieldDescriptorProtoSchema,
	FileDescriptorSetSchema,
} from '@bufbuild/protobuf/wkt';

/**
 * The part of the Spark Connect protocol that runs need, with Spark's names and numbers (spark/connect/base.proto and others). Messages that Spark
 * nests are at the top level here, and omitted fields are skipped on receipt; neither is visible on the wire.
 */
const messages = `
UserContext { string user_id = 1; string user_name = 2 }
Entry { string key = 1; string value = 2 }
Plan { Relation root = 1; Command command = 2 }
Relation { Read read = 2; Filter filter = 4; Sql sql = 10 }
Filter { Relation input = 1; Expression condition = 2 }
Expression { ExpressionString expression_string = 4 }
ExpressionString { string expression = 1 }
Read { DataSource data_source = 2 }
DataSource { string format = 1; repeated Entry options = 3; repeated string paths = 4 }
Sql { string query = 1 }
Command { WriteOperation write_operation = 2; CreateView create_dataframe_view = 3; SqlCommand sql_command = 5 }
WriteOperation { Relation input = 1; string source = 2; string path = 3; int32 mode = 5; repeated Entry options = 9 }
CreateView { Relation input = 1; string name = 2; bool replace = 4 }
SqlCommand { Relation input = 6 }
ConfigRequest { string session_id = 1; UserContext user_context = 2; ConfigOperation operation = 3; string client_type = 4 }
ConfigOperation { ConfigSet set = 1 }
ConfigSet { repeated Entry pairs = 1 }
ConfigResponse { string session_id = 1 }
AnalyzePlanRequest { string session_id = 1; UserContext user_context = 2; string client_type = 3; OfPlan schema = 4; Explain explain = 5 }
OfPlan { Plan plan = 1 }
Explain { Plan plan = 1; int32 explain_mode = 2 }
Nothing { }
AnalyzePlanResponse { SchemaFound schema = 2; ExplainFound explain = 3 }
SchemaFound { DataType schema = 1 }
ExplainFound { string explain_string = 1 }
DataType { Nothing null = 1; Nothing binary = 2; Nothing boolean = 3; Nothing byte = 4; Nothing short = 5; Nothing integer = 6; Nothing long = 7; Nothing float = 8; Nothing double = 9; Decimal decimal = 10; Nothing string = 11; Nothing char = 12; Nothing var_char = 13; Nothing date = 14; Nothing timestamp = 15; Nothing timestamp_ntz = 16; Nothing calendar_interval = 17; Nothing year_month_interval = 18; Nothing day_time_interval = 19; ArrayType array = 20; StructType struct = 21; MapType map = 22; Nothing udt = 23; Nothing variant = 25; Nothing geometry = 26; Nothing geography = 27; Nothing time = 28 }
Decimal { int32 scale = 1; int32 precision = 2 }
ArrayType { DataType element_type = 1 }
StructType { repeated StructField fields = 1 }
StructField { string name = 1; DataType data_type = 2 }
MapType { DataType key_type = 1; DataType value_type = 2 }
ExecutePlanRequest { string session_id = 1; UserContext user_context = 2; Plan plan = 3; string client_type = 4; repeated RequestOption request_options = 5; string operation_id = 6 }
RequestOption { Reattach reattach_options = 1 }
Reattach { bool reattachable = 1 }
ReattachExecuteRequest { string session_id = 1; UserContext user_context = 2; string operation_id = 3; string last_response_id = 5 }
ExecutePlanResponse { string response_id = 13; Nothing result_complete = 14; Progress execution_progress = 18 }
Progress { repeated Stage stages = 1; int64 num_inflight_tasks = 2 }
Stage { int64 stage_id = 1; int64 num_tasks = 2; int64 num_completed_tasks = 3; bool done = 5 }
InterruptRequest { string session_id = 1; UserContext user_context = 2; int32 interrupt_type = 4 }
InterruptResponse { repeated string interrupted_ids = 2 }
ReleaseSessionRequest { string session_id = 1; UserContext user_context = 2 }
ReleaseSessionResponse { string session_id = 1 }
`;

/** Methods that answer with one message; the others return a stream. */
const methods = ['Config', 'AnalyzePlan', 'Interrupt', 'ReleaseSession'] as const;
const streams = { ExecutePlan: 'ExecutePlanRequest', ReattachExecute: 'ReattachExecuteRequest' } as const;
export type Method = (typeof methods)[number];
export type StreamMethod = keyof typeof streams;

const file = 'spark/connect/part.proto';
const scope = '.spark.connect.';
const scalars: Readonly<Record<string, FieldDescriptorProto_Type>> = {
	string: FieldDescriptorProto_Type.STRING,
	bool: FieldDescriptorProto_Type.BOOL,
	int32: FieldDescriptorProto_Type.INT32,
	int64: FieldDescriptorProto_Type.INT64,
};

function fieldOf(text: string): FieldDescriptorProto {
	const [, repeated, type = '', name = '', number] = /^(repeated )?(\w+) (\w+) = (\d+)$/.exec(text.trim()) ?? [];
	const scalar = scalars[type];
	return create(FieldDescriptorProtoSchema, {
		name,
		jsonName: name.replace(/_(.)/g, (_, letter) => letter.toUpperCase()),
		number: Number(number),
		label: repeated === undefined ? FieldDescriptorProto_Label.OPTIONAL : FieldDescriptorProto_Label.REPEATED,
		type: scalar ?? FieldDescriptorProto_Type.MESSAGE,
		...(scalar === undefined ? { typeName: `${scope}${type}` } : {}),
	});
}

function readMessages() {
	const messageType = [...messages.matchAll(/^(\w+) \{(.*)\}$/gm)].map(([, name = '', fields = '']) => ({
		name,
		field: fields
			.split(';')
			.filter((field) => field.trim() !== '')
			.map(fieldOf),
	}));
	const plain = methods.map((name) => ({
		name,
		inputType: `${scope}${name}Request`,
		outputType: `${scope}${name}Response`,
	}));
	const streaming = Object.entries(streams).map(([name, request]) => ({
		name,
		inputType: `${scope}${request}`,
		outputType: `${scope}ExecutePlanResponse`,
		serverStreaming: true,
	}));
	const service = [{ name: 'SparkConnectService', method: [...plain, ...streaming] }];
	const proto = { name: file, package: 'spark.connect', syntax: 'proto3', messageType, service };
	return createFileRegistry(create(FileDescriptorSetSchema, { file: [proto] }));
}

const registry = readMessages();

export function messageNamed(name: string): DescMessage {
	const found = registry.getMessage(`spark.connect.${name}`);
	if (found === undefined) throw new Error(`The protocol has no message ${name}.`);
	return found;
}

export function sparkService(): DescService {
	const found = registry.getService('spark.connect.SparkConnectService');
	if (found === undefined) throw new Error('The protocol has no service SparkConnectService.');
	return found;
}
