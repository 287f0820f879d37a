import classes from './draft-mark.module.css';

export const DraftMark = () => <span className={classes.mark}>draft</span>;
