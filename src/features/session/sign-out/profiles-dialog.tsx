import { Modal, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useFocusBack } from '../../../lib/browser/use-focus-back.ts';
import { describeLocalData } from '../../../storage/local-data-labels.ts';
import { changeProfile, longestProfileName, type Profile, profileColors } from '../../../storage/profiles.ts';
import { useProfiles } from '../../../storage/use-profiles.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { SecondaryButton } from '../../../ui/primitives/button.tsx';
import { Inline, Stack } from '../../../ui/primitives/layout.tsx';
import { Muted, Text } from '../../../ui/primitives/text.tsx';
import { profileColor } from '../../../ui/theme/profile-color.ts';
import type { Person } from '../model.ts';
import { descriptionQuery } from '../queries.ts';
import { RevocationNotice } from '../revocation-notice.tsx';
import classes from './profiles-dialog.module.css';
import { closeProfiles, countOf, forgetProfile } from './sign-out.ts';

export function ProfilesDialog() {
	useFocusBack();
	const profiles = useProfiles();
	const { data: description } = useQuery(descriptionQuery);
	const asking = useMutation({
		mutationFn: async (profile: Profile) => {
			const kept = await countOf(personOf(profile));
			return { profile, text: kept === null ? null : describeLocalData(kept).text };
		},
	});
	const leaving = asking.data ?? null;
	return (
		<>
			<Modal opened onClose={closeProfiles} title="Profiles" size="lg">
				<Muted component="p" mb={3}>
					A profile’s color is shown at the top of its windows. Names and colors are stored only in this browser.
				</Muted>
				<RevocationNotice />
				<Stack component="ul">
					{profiles.map((profile) => (
						<Inline key={`${profile.service} ${profile.user}`} component="li" gap={3} align="end" py={3} ruled="above">
							<ProfileFields profile={profile} onRemove={() => asking.mutate(profile)} />
						</Inline>
					))}
				</Stack>
			</Modal>
			<ConfirmDialog
				opened={leaving !== null}
				onClose={asking.reset}
				title={`Remove profile ${leaving?.profile.name ?? ''}?`}
				confirmLabel="Remove profile"
				tone="danger"
				onConfirm={() => {
					if (leaving !== null) forgetProfile(personOf(leaving.profile), description);
					asking.reset();
				}}
			>
				{leaving !== null && (
					<>
						This signs {leaving.profile.user} out of {leaving.profile.serviceName} in every tab of this browser.{' '}
						{leaving.text === ''
							? 'The profile has no work in this browser.'
							: `It also deletes the profile’s work in this browser${leaving.text === null ? ', such as drafts, conversations and recipes' : `: ${leaving.text}`}.`}{' '}
						Data on the service isn’t affected.
					</>
				)}
			</ConfirmDialog>
		</>
	);
}

const personOf = ({ service, user }: Profile): Person => ({ baseUrl: service, username: user });

function ProfileFields({ profile, onRemove }: { profile: Profile; onRemove: () => void }) {
	const [name, setName] = useState(profile.name);
	const group = useId();
	const { user, serviceName } = profile;
	const keepName = () => {
		const next = name.trim();
		if (next === '') setName(profile.name);
		else changeProfile(profile, { name: next });
	};
	return (
		<>
			<TextInput
				label={`Profile name for ${user} at ${serviceName}`}
				value={name}
				maxLength={longestProfileName}
				onChange={(event) => setName(event.currentTarget.value)}
				onBlur={keepName}
				onKeyDown={(event) => {
					if (event.key === 'Enter') keepName();
				}}
				style={{ flex: '1 1 12rem' }}
			/>
			<Inline component="fieldset" gap={1} nowrap align="stretch">
				<Text component="legend" weight="strong" p={0} mb={1}>
					Color
				</Text>
				{profileColors.map((color) => (
					<label key={color} className={classes.color} {...profileColor(color)} title={color}>
						<input
							type="radio"
							name={group}
							value={color}
							aria-label={color}
							checked={profile.color === color}
							onChange={() => changeProfile(profile, { color })}
						/>
					</label>
				))}
			</Inline>
			<SecondaryButton onClick={onRemove} aria-label={`Remove ${profile.name}`}>
				Remove…
			</SecondaryButton>
		</>
	);
}
