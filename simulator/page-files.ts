// Where the files of the simulated studio's page are.

/** Folder of the built page, relative to the project root. */
export const pageFolder = 'dist/pages/simulator';
