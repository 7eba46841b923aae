// Runs the features of the devices that each protocol serves, against the protocol's simulated equipment, for two protocols
// at a time. Reports all failures. Arguments are further folders or files of features, such as features/macros.
import { execFile, type ExecFileException } from 'node:child_process';
import { promisify } from 'node:util';
import { wireAttachments, type WireAttachments } from './attachments.js';

/** What runs over every protocol besides. */
const more = process.argv.slice(2);

const foldersFor = ({ line, head, player }: WireAttachments): readonly string[] => [
  ...(line ? ['features/signals'] : []),
  ...(head ? ['features/cameras'] : []),
  ...(player ? ['features/outputs'] : []),
  ...more,
];

/** Runs the features over a protocol, prints their output, and returns whether they hold. */
const holdsOver = async (protocol: string, attachments: WireAttachments): Promise<boolean> => {
  const env = { ...process.env, WIRE: protocol, NODE_OPTIONS: '--import tsx' };
  const args = ['--profile', 'wire', ...foldersFor(attachments)];
  try {
    const { stdout } = await promisify(execFile)('cucumber-js', args, { env, maxBuffer: Infinity });
    console.log(`features over ${protocol}\n${stdout}`);
    return true;
  } catch (failure) {
    const { message, stdout } = failure as ExecFileException;
    console.error(`features over ${protocol}\n${stdout ?? ''}${message}`);
    return false;
  }
};

const waiting = Object.entries(wireAttachments)
  .filter(([, attachments]) => foldersFor(attachments).length > 0)
  .values();
const failed: string[] = [];

const runWaiting = async (): Promise<void> => {
  for (const [protocol, attachments] of waiting) if (!(await holdsOver(protocol, attachments))) failed.push(protocol);
};

await Promise.all([runWaiting(), runWaiting()]);
for (const protocol of failed) console.error(`failed over ${protocol}`);
process.exitCode = failed.length === 0 ? 0 : 1;
