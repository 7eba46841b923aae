// Console blocks of the documents: commands after `$ `, each followed by the output it should print.

/** A command and its expected output, in which `…` stands for anything. */
export interface DocumentedCommand {
  readonly command: string;
  readonly output: string;
}

const blocksIn = (text: string): readonly string[] =>
  [...text.matchAll(/^```console\n(.*?)^```/gms)].map(([, block = '']) => block);

/** Returns the commands of a document in their order. */
export const commandsIn = (text: string): readonly DocumentedCommand[] =>
  blocksIn(text)
    .flatMap((block) => block.split(/^\$ /m).slice(1))
    .map((part) => {
      const [command = '', ...lines] = part.trimEnd().split('\n');
      return { command, output: lines.join('\n') };
    });

/** Reports whether `printed` is the expected output. */
export const isExpected = (expected: string, printed: string): boolean => {
  const parts = expected.split('…').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`, 's').test(printed.trimEnd());
};

/** Returns the files of a document: fenced blocks whose first line names a file after the language. */
export const filesIn = (text: string): ReadonlyMap<string, string> =>
  new Map([...text.matchAll(/^```\w+ (\S+)\n(.*?)^```/gms)].map(([, name = '', content = '']) => [name, content]));
