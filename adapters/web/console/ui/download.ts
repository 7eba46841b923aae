// Saves a text as a file of the browser.

/** Offers a text as a download. */
export const download = (name: string, type: 'text/csv' | 'application/json', text: string): void => {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
};
