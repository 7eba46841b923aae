// What happens in the model, and what must hold after each command.
import fc from 'fast-check';
import { expect } from 'vitest';
import { canonicalConfiguration } from '../../../domain/access/canonical-configuration.js';
import { defaultConfiguration, type AccessConfiguration } from '../../../domain/access/configuration.js';
import { studioId } from './console.js';
import type { ModelService, ReceivedConfiguration } from './service.js';
import type { World } from './world.js';

/** What users rely on. */
export interface Model {
  /** The number of the last change. Each configuration contains the numbers of the changes in it. */
  change: number;
  /** The key that the console made last; undefined if it was revoked. */
  currentKey: string | undefined;
  /** Keys that have ended, with the number of the last change before. */
  endedKeys: Map<string, number>;
  /** All keys. */
  keys: string[];
  /** The keys at the time of the last backup. */
  backup: Pick<Model, 'currentKey' | 'endedKeys' | 'keys'>;
}

type Command = fc.AsyncCommand<Model, World>;

const newest = (configurations: readonly AccessConfiguration[]): AccessConfiguration | undefined =>
  configurations.reduce<AccessConfiguration | undefined>(
    (best, one) => (best === undefined || one.version > best.version ? one : best),
    undefined,
  );

/** The last change that a configuration contains. */
const lastChange = ({ access, devices }: AccessConfiguration): number =>
  Math.max(0, ...[...access.listedDevices.map(({ label }) => label), ...devices.map(({ name }) => name)].map(Number));

const expectPermitted = ({ endedKeys }: Model, { key, configuration }: ReceivedConfiguration): void => {
  const end = endedKeys.get(key);
  if (end !== undefined)
    expect(lastChange(configuration), 'the changes that a service without a key receives').toBeLessThanOrEqual(end);
};

/** A service enforces the newest configuration that it has received, and none that its key doesn't entitle it to. */
export const expectTruth = (model: Model, { services }: World): void => {
  for (const service of services) {
    for (const received of service.received) expectPermitted(model, received);
    service.received.length = 0;
    if (service.isRunning) expect(service.inForce(), 'the configuration in force').toEqual(newest(service.known));
  }
};

const command = (text: string, run: Command['run'], check: Command['check'] = () => true): Command => ({
  check,
  toString: () => text,
  run: async (model, world) => {
    await run(model, world);
    expectTruth(model, world);
  },
});

const path = `/${studioId}`;

const listing = (number: number): object => ({
  apiEnabled: true,
  accessWithoutToken: 'listed',
  listedDevices: [{ address: '192.168.1.7', label: String(number) }],
  legacyAuthorization: number % 2 === 0,
});

const changes = {
  access: (number: number) => ['PUT', '/access', listing(number)],
  device: (number: number) => ['POST', '/devices', { name: String(number), access: 'read_only' }],
  features: (number: number) => [
    'PUT',
    '/features',
    Object.fromEntries(
      Object.keys(defaultConfiguration(studioId).features).map((name) => [
        name,
        { read: number % 3 > 0, control: true },
      ]),
    ),
  ],
} as const satisfies Record<string, (number: number) => readonly [string, string, object]>;

export const change = (kind: keyof typeof changes): Command =>
  command(`change of ${kind}`, async (model, { console }) => {
    model.change += 1;
    const [method, part, body] = changes[kind](model.change);
    await console.operate(method, path + part, body);
  });

const pass = (ms: number): Command => command(`${String(ms)} ms`, (_model, { clock }) => clock.advance(ms));

const withService = (
  text: string,
  index: number,
  run: (service: ModelService, world: World, model: Model) => unknown,
): Command =>
  command(`service ${String(index)} ${text}`, async (model, world) => {
    const service = world.services[index];
    if (service !== undefined) await run(service, world, model);
  });

export const cut = (index: number, isCut: boolean): Command =>
  withService(isCut ? 'loses its network' : 'has a network', index, ({ link }) => {
    if (isCut) link.cut();
    else link.mend();
  });

const restart = (index: number, isCrash: boolean): Command =>
  withService(isCrash ? 'crashes and starts' : 'restarts', index, async (service, world, model) => {
    if (isCrash) service.kill();
    else await world.passUntil(service.stop());
    expectTruth(model, world);
    service.start();
  });

const renewKey = (index: number): Command =>
  withService('gets the current key', index, (service, _world, { currentKey }) => {
    service.key = currentKey ?? service.key;
  });

const restartConsole: Command = command('the console restarts', async (_model, { console }) => {
  await console.stop();
  await console.start();
});

const kept = ({ currentKey, endedKeys, keys }: Model['backup']): Model['backup'] => ({
  currentKey,
  endedKeys: new Map(endedKeys),
  keys: [...keys],
});

const backUp: Command = command('backup', async (model, { console }) => {
  model.backup = kept(model);
  await console.backUp();
});

/** Keys that were made since the backup have ended, and those that ended since are valid again. */
export const restore: Command = command('restore', async (model, { console }) => {
  await console.restore();
  const made = model.keys.filter((key) => !model.backup.keys.includes(key));
  const { keys } = model;
  Object.assign(model, kept(model.backup), { keys });
  for (const key of made) model.endedKeys.set(key, model.endedKeys.get(key) ?? model.change);
});

const endKeys = (model: Model): void => {
  for (const key of model.keys) if (!model.endedKeys.has(key)) model.endedKeys.set(key, model.change);
  model.currentKey = undefined;
};

const addKey = (model: Model, key: unknown): void => {
  model.currentKey = String(key);
  model.keys.push(model.currentKey);
};

/** Replaces the key. The old one ends at once, or it is valid on. */
export const replaceKey = (isAtOnce: boolean): Command =>
  command(`the key is replaced${isAtOnce ? ' at once' : ''}`, async (model, { console }) => {
    const { key } = await console.operate('POST', `${path}/key${isAtOnce ? '?overlapMs=0' : ''}`);
    if (isAtOnce) endKeys(model);
    addKey(model, key);
  });

const revokeKey: Command = command('the key is revoked', async (model, { console }) => {
  await console.operate('DELETE', `${path}/key`);
  endKeys(model);
});

const makeAnew: Command = command('the studio is removed and added', async (model, { console }) => {
  await console.operate('DELETE', path);
  endKeys(model);
  addKey(model, (await console.operate('POST', '', { id: studioId, name: 'Studio' }))['key']);
});

/** Time in which a service whose network is back connects, is sent its configuration, and is sent it again. */
const quietMs = 120_000;

const expectInSync = async (model: Model, { console, services }: World): Promise<void> => {
  const shown = await console.shown();
  const entitled = services.filter(({ key, isConnected }) => isConnected && key === model.currentKey);
  for (const service of entitled)
    expect(canonicalConfiguration(service.inForce()), 'what a connected service enforces').toBe(shown);
};

/** Once nothing happens, what the console shows is what connected services enforce. */
export const rest: Command = command('rest', async (model, world) => {
  await world.clock.advance(quietMs);
  await expectInSync(model, world);
});

/** Heals everything: each service but that with the wrong key is connected, and enforces what the console shows. */
export const settle = async (model: Model, world: World): Promise<void> => {
  if (model.currentKey === undefined) await replaceKey(true).run(model, world);
  const [one, two] = world.services;
  for (const service of [one, two]) if (service !== undefined) service.key = model.currentKey ?? '';
  for (const { link } of world.services) link.mend();
  await rest.run(model, world);
  expect(world.services.map(({ isConnected }) => isConnected)).toEqual([true, true, false]);
};

const index = fc.nat(2);

/** Any sequence of commands. */
export const commands = fc.commands(
  [
    fc.constantFrom(...(Object.keys(changes) as (keyof typeof changes)[])).map(change),
    fc.constantFrom(...(Object.keys(changes) as (keyof typeof changes)[])).map(change),
    fc.constantFrom(1, 7, 12, 30, 1_000, 20_000).map(pass),
    fc.tuple(index, fc.boolean()).map(([of, isCut]) => cut(of, isCut)),
    fc.tuple(index, fc.boolean()).map(([of, isCrash]) => restart(of, isCrash)),
    fc.nat(1).map(renewKey),
    fc.constantFrom(restartConsole, backUp, restore, rest),
    fc.constantFrom(restore, rest),
    fc.boolean().map(replaceKey),
    fc.constantFrom(revokeKey, makeAnew),
  ],
  { maxCommands: 25 },
);
