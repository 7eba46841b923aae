// Errors of backups that are explained to the operator.

/** A backup that can't be written, read or restored. The message is one line without secrets. */
export class BackupError extends Error {}
