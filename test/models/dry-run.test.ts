// Random actions in random states of the demo studio: each is asked for by a dry run first, and the simulated devices then
// receive the commands that this has listed.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { injectCall } from '../../features/support/in-process/inject.js';
import { openTestHost, type TestHost } from '../../features/support/test-host.js';
import { seededRandom } from '../../simulator/random.js';

const rounds = Number(process.env['MODEL_RUNS'] ?? 400);
const seed = Number(process.env['MODEL_SEED'] ?? 1);

interface Listed {
  readonly operation: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly depends: boolean;
  readonly error: string | null;
}

interface DryAnswer {
  readonly commands: readonly Listed[];
  readonly unavailable: readonly { readonly id: string }[];
}

const actions = [
  ...['main', 'wall'].flatMap((slot) => [`/outputs/${slot}/stop`, `/outputs/${slot}/pause`, `/outputs/${slot}/take`]),
  ...['take', 'pause', 'resume', 'seek?ms=500', 'stop'].flatMap((verb) => [
    `/outputs/main/${verb}`,
    `/outputs/wall/${verb}${verb.includes('?') ? '&' : '?'}scene=left`,
  ]),
  ...['1', '2', 'bed', '9'].flatMap((clip) => [
    `/outputs/main/clips/${clip}/play`,
    `/outputs/main/clips/${clip}/cue?bank=music`,
    `/outputs/wall/clips/${clip}/cue?scene=right`,
  ]),
  ...['on', 'off', 'toggle', 'pulse'].flatMap((verb) => [`/signals/red-light/${verb}`, `/signals/sig-2/${verb}`]),
  ...['wide', 'close', 'moon'].map((angle) => `/cameras/cam-1/angles/${angle}/recall`),
  ...['mac-1', 'mac-2', 'mac-9'].flatMap((macro) => [`/macros/${macro}/run`, `/macros/${macro}/stop`]),
  ...['start', 'pause', 'resume', 'stop'].flatMap((verb) => [
    `/automations/auto-1/${verb}`,
    `/automations/auto-2/${verb}`,
  ]),
  '/banks/news/activate',
  '/banks/music/activate',
  '/stations/alpha/take',
  '/stations/bravo/take',
  '/station/release',
  '/studio/onair',
  '/variables/Headline/set?value=Hello',
];

/** The operation of a command that a simulated device has received, and its device. */
const received = (device: string, command: object): string => {
  const { type, on } = command as { readonly type: string; readonly on?: boolean };
  return `${device} ${type === 'switch' ? `switch ${String(on)}` : type}`;
};

/** The same of a command that a dry run has listed. */
const listed = ({ operation, parameters: { output, signal, camera, on } }: Listed): string => {
  if (operation === 'signal.toggle') return `${String(signal)} switch ${String(on)}`;
  if (operation === 'signal.on' || operation === 'signal.pulse') return `${String(signal)} switch true`;
  if (operation === 'signal.off') return `${String(signal)} switch false`;
  return `${String(output ?? camera)} ${operation.split('.')[1] ?? ''}`;
};

let host: TestHost;
beforeAll(async () => {
  host = await openTestHost({ PORT: '0', HOST: '127.0.0.1' });
});
afterAll(() => host.close());

const call = async (path: string, isAnswered = true) => {
  const target = { from: '127.0.0.1', method: 'GET', path: `/api/v2${path}` };
  const pending = injectCall(host.service().server.node, target, () => host.service().settled());
  if (isAnswered) await host.clock.advance(4_000);
  const { status, headers, body } = await pending.answer();
  return { status, id: headers['x-action-id'], body: JSON.parse(body) as unknown };
};

const withDry = (path: string): string => `${path}${path.includes('?') ? '&' : '?'}dry=1`;

/** Whether a command comes from an action, or from the macro or automation that it has run. */
const isOf = (
  path: string,
  id: string | undefined,
  source: { readonly action: string | null; readonly caller: string | null } | null,
): boolean => {
  const [, sequence] = /^\/(?:macro|automation)s\/([^/]+)\/(?:run|start)/.exec(path) ?? [];
  return sequence === undefined ? source?.action === id : source?.caller?.endsWith(`:${sequence}`) === true;
};

const check = async (path: string): Promise<void> => {
  const sentBefore = host.studio.commands().at(-1)?.number ?? 0;
  const dry = await call(withDry(path), false);
  expect(host.studio.commands().at(-1)?.number ?? 0, path).toBe(sentBefore);
  const done = await call(path);
  const sent = host.studio
    .commands()
    .filter(({ number, source }) => number > sentBefore && isOf(path, done.id, source))
    .map(({ device, command }) => received(device, command));
  if (dry.status !== 200) {
    expect(done, path).toMatchObject({ status: dry.status, body: dry.body as object });
    // An automation that runs already goes on.
    if (!path.startsWith('/automations')) expect(sent, path).toEqual([]);
    return;
  }
  const { commands, unavailable } = dry.body as DryAnswer;
  const away = new Set(unavailable.map(({ id }) => id));
  const isAway = ({ parameters: { output, signal, camera } }: Listed): boolean =>
    away.has(String(output ?? signal ?? camera));
  const end = commands.findIndex((one) => one.error !== null || isAway(one));
  const possible = end < 0 ? commands : commands.slice(0, end);
  expect(sent, path).toEqual(possible.map(listed));
  // Other commands of those four seconds may take the place of one, which then fails.
  expect([424, end === 0 ? 424 : 200], path).toContain(done.status);
};

it(
  '@DRY-1 @DRY-2 @DRY-3: a dry run lists what the devices then receive, and is refused as the action is',
  { timeout: 120_000 },
  async () => {
    const random = seededRandom(seed);
    const pick = <A>(all: readonly A[]): A => all[random.between(0, all.length - 1)] as A;
    for (let round = 0; round < rounds; round += 1) {
      const device = pick(['out-1', 'out-2', 'sig-1', 'sig-2', 'cam-1', 'cam-2']);
      host.studio.setFault(device, random.between(1, 5) === 1 ? { type: 'offline' } : null);
      await check(pick(actions));
    }
  },
);
