// Saves a text as a file of the browser.

const types = { csv: 'text/csv', json: 'application/json' } as const;

/** The format of a file, and the ending of its name. */
export type FileFormat = keyof typeof types;

const revokeAfterMs = 10_000;

/** Offers a text as a download. `name` is the name of the file without its ending. */
export const download = (name: string, format: FileFormat, text: string): void => {
  const url = URL.createObjectURL(new Blob([text], { type: types[format] }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `${name}.${format}`;
  link.click();
  // Some browsers begin to save only later.
  setTimeout(() => {
    URL.revokeObjectURL(url);
  }, revokeAfterMs);
};
