// Measures the time from the console's response to a change until the service applies it, over both databases, with and
// without TLS. Baselines in the same run: a bare push over the same HTTP stack, and a file that is replaced durably.
import { join } from 'node:path';
import { disk, replaceFile } from '../../adapters/storage/durable-files.js';
import {
  operator,
  readChoices,
  startSystem,
  describeChoice,
  type Choice,
  type MeasuredSystem,
} from './measured-system.js';
import { quantile } from './speed/statistics.js';

const changes = Number(process.env['CHANGES'] ?? 1_000);

/** The promised limits, in milliseconds. */
const limits = { median: 100, p99: 1_000 };

const figures = (times: readonly number[]) => ({
  median: quantile(times, 0.5),
  p99: quantile(times, 0.99),
  worst: quantile(times, 1),
});
type Figures = ReturnType<typeof figures>;

const lineOf = (name: string, { median, p99, worst }: Figures): string =>
  `  ${name.padEnd(40)} median ${median.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms, worst ${worst.toFixed(2)} ms\n`;

const ratio = (whole: Figures, push: Figures, file: Figures): string =>
  `${(whole.median / (push.median + file.median)).toFixed(2)} at the median, ${(whole.p99 / (push.p99 + file.p99)).toFixed(2)} at p99`;

/** Something that is changed in one place and observed in another. */
interface Propagation {
  /** Makes the nth change, from 0. Resolves with the response. */
  readonly change: (nth: number) => Promise<void>;
  readonly isVisible: (nth: number) => Promise<boolean>;
}

/** Measures the time from the response to a change until it is visible, in milliseconds. */
const timeOf = async ({ change, isVisible }: Propagation, nth: number): Promise<number> => {
  await change(nth);
  const answered = performance.now();
  while (!(await isVisible(nth)));
  return performance.now() - answered;
};

/** Measures writing a file: the service stores a configuration before it applies it. */
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

const until = async (condition: () => Promise<boolean>): Promise<void> => {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 20));
};

/** A feature is switched in the console; the service refuses or accepts a request of it. */
const configurationSync = async ({
  console: { url },
  addStudio,
  startService,
}: MeasuredSystem): Promise<Propagation> => {
  const service = await startService('studio-1', await addStudio('studio-1'));
  const features = `${url}/api/studios/studio-1/features`;
  const signals = `${service.url}/plain/signals`;
  const all = (await (await fetch(features, { headers: operator })).json()) as Record<string, unknown>;
  const isOn = (nth: number): boolean => nth % 2 === 1;
  const propagation: Propagation = {
    change: async (nth) => {
      const body = JSON.stringify({ ...all, signals: { read: isOn(nth), control: true } });
      const status = await statusOf(features, { method: 'PUT', headers: operator, body });
      if (status !== 200) throw new Error(`the change was answered ${String(status)}`);
    },
    isVisible: async (nth) => (await statusOf(signals)) === (isOn(nth) ? 200 : 403),
  };
  await propagation.change(0);
  await until(() => propagation.isVisible(0));
  await propagation.change(1);
  await until(() => propagation.isVisible(1));
  return propagation;
};

const program = join(import.meta.dirname, 'bare-push.ts');

const barePush = async ({ start, certificate, trust }: MeasuredSystem): Promise<Propagation> => {
  const args = ['--import', 'tsx', program];
  const pusher = await start(args, certificate);
  const follower = await start([...args, pusher.url], trust);
  const valueOf = async (url: string, how?: RequestInit): Promise<number> =>
    ((await (await fetch(`${url}/value`, how)).json()) as { value: number }).value;
  let pushed = 0;
  const propagation: Propagation = {
    change: async () => {
      pushed = await valueOf(pusher.url, { method: 'POST' });
    },
    isVisible: async () => (await valueOf(follower.url)) === pushed,
  };
  await until(async () => {
    await propagation.change(0);
    return propagation.isVisible(0);
  });
  return propagation;
};

const measure = async (choice: Choice): Promise<boolean> => {
  const system = await startSystem(choice);
  try {
    const [bare, real] = [await barePush(system), await configurationSync(system)];
    const [written, pushed, synced]: [number[], number[], number[]] = [[], [], []];
    for (let nth = 0; nth < changes; nth += 1) {
      written.push(await timeOfFile(join(system.folder, 'file')));
      pushed.push(await timeOf(bare, nth));
      synced.push(await timeOf(real, nth));
    }
    const [file, push, whole] = [figures(written), figures(pushed), figures(synced)];
    process.stdout.write(
      `${describeChoice(choice)}: ${String(changes)} changes\n` +
        lineOf('a file replaced durably', file) +
        lineOf('a bare push: response to follower', push) +
        lineOf('response to first request it applies to', whole) +
        `  ratio to file and push together: ${ratio(whole, push, file)}\n`,
    );
    return whole.median < limits.median && whole.p99 < limits.p99;
  } finally {
    await system.close();
  }
};

for (const choice of readChoices()) if (!(await measure(choice))) process.exitCode = 1;
process.exit();
