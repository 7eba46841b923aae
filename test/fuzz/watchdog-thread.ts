// The thread of the watchdog: ends the process if an input isn't handled in time. It has an event loop of its own, which goes on
// while that of the process stands still. It imports nothing of the project, so that Node.js runs it as it is.
import { writeFileSync, writeSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';

/** The input that is being handled; null for none. */
interface Handled {
  readonly file: string;
  readonly input: Uint8Array;
  readonly what: string;
}

const { limitMs } = workerData as { readonly limitMs: number };
const standardError = 2;
let timer: NodeJS.Timeout | undefined;

const end = ({ file, input, what }: Handled): void => {
  writeFileSync(file, input);
  writeSync(standardError, `${what} (${file}): it is not handled after ${String(limitMs)} ms\n`);
  process.kill(process.pid, 'SIGKILL');
};

parentPort?.on('message', (handled: Handled | null) => {
  clearTimeout(timer);
  timer = handled === null ? undefined : setTimeout(end, limitMs, handled);
});
