// Runs a program of gpiod at a simulated chip, from within this process.
import { connect } from 'node:net';

/** Where the chip listens, and the version of the programs. */
export interface ChipAddress {
  readonly host: string;
  readonly port: number;
  readonly version: string;
}

/** What the program prints, and that it has ended. */
interface ProgramEvents {
  readonly output: (text: string) => void;
  readonly errors: (text: string) => void;
  readonly ended: (code: number | null) => void;
}

interface Message {
  readonly out?: string;
  readonly err?: string;
  readonly exit?: number;
}

/** Returns a message. Anything else counts as what the program prints. */
const messageOf = (line: string): Message => {
  try {
    return (JSON.parse(line) ?? {}) as Message;
  } catch {
    return { out: line };
  }
};

/** Starts a program. Returns what ends it. */
type StartProgram = (tool: string, args: readonly string[], events: ProgramEvents) => { readonly end: () => void };

/** Returns what starts programs at a chip. Without a chip they are not found, as if they weren't installed. */
export const programsAt =
  ({ host, port, version }: ChipAddress): StartProgram =>
  (tool, args, { output, errors, ended }) => {
    const socket = connect({ host, port });
    let received = '';
    let code: number | null = null;
    socket.write(`${JSON.stringify({ tool, args, version })}\n`);
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      const lines = (received + chunk).split('\n');
      received = lines.pop() ?? '';
      for (const { out, err, exit } of lines.map(messageOf)) {
        if (out !== undefined) output(out);
        if (err !== undefined) errors(err);
        if (exit !== undefined) code = exit;
      }
    });
    socket.on('error', ({ message }) => {
      errors(`${tool}: ${message}\n`);
    });
    socket.once('close', () => {
      ended(code);
    });
    return {
      end: () => {
        socket.end();
      },
    };
  };
