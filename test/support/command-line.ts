// The command lines of the programs for tests: an error is one line that names what was wrong and what is expected.

/** Returns the first sentence of an error. Those of `parseArgs` go on with advice about other programs. */
const firstSentence = ({ message }: Error): string => message.split('. ', 1)[0] ?? message;

const isOfParseArgs = (error: Error): boolean =>
  ((error as NodeJS.ErrnoException).code ?? '').startsWith('ERR_PARSE_ARGS');

/** Reads a command line. An error ends the process: it prints one line, with the options for an unknown one, and exits with 1. */
export const readOrExit = <A>(program: string, options: string, read: () => A): A => {
  try {
    return read();
  } catch (thrown) {
    const error = thrown as Error;
    const line = isOfParseArgs(error) ? `${firstSentence(error)}; expected ${options}` : error.message;
    process.stderr.write(`${program}: ${line}\n`);
    return process.exit(1);
  }
};

/** Returns what a read of a file returns, or throws an error that names the option and the file. */
export const readingFile = <A>(option: string, file: string, read: (file: string) => A): A => {
  try {
    return read(file);
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    throw new Error(`--${option}: expected a file, and ${file} can't be read (${code})`, { cause: error });
  }
};
