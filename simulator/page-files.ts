// Where the files of the simulated studio's page are.

/** Folder of the page's static files, relative to the project root. */
export const pageFolder = 'simulator/page';

/** Path of the style sheet that all pages share. The server of the page serves it too. */
export const sharedStyle = '/tokens.css';
