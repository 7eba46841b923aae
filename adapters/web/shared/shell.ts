// Commands that pages show to be pasted into a shell.

/** Returns a text within single quotes of a shell. */
export const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
