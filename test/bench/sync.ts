// How long it takes from the console's answer to a change until a request at the service meets the new rule: over either
// database, encrypted or not, beside a bare push over the same HTTP stack, and a file that is replaced durably, in the
// same run.
import { join } from 'node:path';
import { disk, replaceFile } from '../../adapters/storage/durable-files.js';
import { operator, readChoices, setStage, spellChoice, type Choice, type Stage } from './measured-system.js';

const changes = Number(process.env['CHANGES'] ?? 1_000);

/** What the product promises, milliseconds. */
const limits = { median: 100, p99: 1_000 };

const at = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;

const figures = (times: readonly number[]) => {
  const sorted = times.toSorted((one, other) => one - other);
  return { median: at(sorted, 0.5), p99: at(sorted, 0.99), worst: at(sorted, 1) };
};
type Figures = ReturnType<typeof figures>;

const told = (name: string, { median, p99, worst }: Figures): string =>
  `  ${name.padEnd(40)} median ${median.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms, worst ${worst.toFixed(2)} ms\n`;

const ratio = (whole: Figures, push: Figures, file: Figures): string =>
  `${(whole.median / (push.median + file.median)).toFixed(2)} at the median, ${(whole.p99 / (push.p99 + file.p99)).toFixed(2)} at p99`;

/** Something that can be changed here, and whose change shows there. */
interface Changing {
  /** Makes the nth change, from 0; resolves once it is answered. */
  readonly change: (nth: number) => Promise<void>;
  readonly shows: (nth: number) => Promise<boolean>;
}

/** Milliseconds from the answer to a change until it shows. */
const timeOf = async ({ change, shows }: Changing, nth: number): Promise<number> => {
  await change(nth);
  const answered = performance.now();
  while (!(await shows(nth)));
  return performance.now() - answered;
};

/** What the service does with a configuration before it enforces it takes at least so long. */
const timeOfFile = async (path: string): Promise<number> => {
  const began = performance.now();
  await replaceFile(disk, path, Buffer.alloc(2_000));
  return performance.now() - began;
};

const statusOf = async (url: string, how?: RequestInit): Promise<number> => {
  const answer = await fetch(url, how);
  await answer.arrayBuffer();
  return answer.status;
};

const untilTold = async (isSo: () => Promise<boolean>): Promise<void> => {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 20));
};

/** The switch of a feature in the console, and a request at the service that it refuses or lets in. */
const enforcement = async ({ console: { url }, enter, startService }: Stage): Promise<Changing> => {
  const service = await startService('studio-1', await enter('studio-1'));
  const features = `${url}/api/studios/studio-1/features`;
  const signals = `${service.url}/plain/signals`;
  const all = (await (await fetch(features, { headers: operator })).json()) as Record<string, unknown>;
  const isOn = (nth: number): boolean => nth % 2 === 1;
  const made: Changing = {
    change: async (nth) => {
      const body = JSON.stringify({ ...all, signals: { read: isOn(nth), control: true } });
      const status = await statusOf(features, { method: 'PUT', headers: operator, body });
      if (status !== 200) throw new Error(`the change was answered ${String(status)}`);
    },
    shows: async (nth) => (await statusOf(signals)) === (isOn(nth) ? 200 : 403),
  };
  await made.change(0);
  await untilTold(() => made.shows(0));
  await made.change(1);
  await untilTold(() => made.shows(1));
  return made;
};

const program = join(import.meta.dirname, 'bare-push.ts');

const barePush = async ({ start, certificate, trust }: Stage): Promise<Changing> => {
  const words = ['--import', 'tsx', program];
  const pusher = await start(words, certificate);
  const follower = await start([...words, pusher.url], trust);
  const valueOf = async (url: string, how?: RequestInit): Promise<number> =>
    ((await (await fetch(`${url}/value`, how)).json()) as { value: number }).value;
  let pushed = 0;
  const made: Changing = {
    change: async () => {
      pushed = await valueOf(pusher.url, { method: 'POST' });
    },
    shows: async () => (await valueOf(follower.url)) === pushed,
  };
  await untilTold(async () => {
    await made.change(0);
    return made.shows(0);
  });
  return made;
};

const measure = async (choice: Choice): Promise<boolean> => {
  const stage = await setStage(choice);
  try {
    const [bare, real] = [await barePush(stage), await enforcement(stage)];
    const [written, pushed, enforced]: [number[], number[], number[]] = [[], [], []];
    for (let nth = 0; nth < changes; nth += 1) {
      written.push(await timeOfFile(join(stage.folder, 'file')));
      pushed.push(await timeOf(bare, nth));
      enforced.push(await timeOf(real, nth));
    }
    const [file, push, whole] = [figures(written), figures(pushed), figures(enforced)];
    process.stdout.write(
      `${spellChoice(choice)}: ${String(changes)} changes\n` +
        told('a file replaced durably', file) +
        told('a bare push: answer to where it shows', push) +
        told('answer to first request that meets it', whole) +
        `  ratio to file and push together: ${ratio(whole, push, file)}\n`,
    );
    return whole.median < limits.median && whole.p99 < limits.p99;
  } finally {
    await stage.close();
  }
};

for (const choice of readChoices()) if (!(await measure(choice))) process.exitCode = 1;
process.exit();
