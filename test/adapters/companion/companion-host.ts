// Runs the packed module as Companion 4.0 does: in a Node of its own with the permission model, over the IPC protocol of
// the module's library.
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import type { CompanionOptionValues } from '@companion-module/base';
import type { HostToModuleEventsV0, ModuleToHostEventsV0 } from '@companion-module/base/dist/host-api/api.js';
import { IpcWrapper, type IpcEventHandlers } from '@companion-module/base/dist/host-api/ipc-wrapper.js';
import { eventually } from '../../support/eventually.js';

const root = resolve(import.meta.dirname, '../../..');
/** Packs the module into a folder. Returns the folder that Companion would start it from. */
export const packModule = (folder: string): string => {
  const run = (...command: readonly string[]): void => {
    execFileSync('npx', command, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  };
  const packed = join(folder, 'pkg');
  run('vite', 'build', '--config', 'adapters/companion/vite.config.ts', '--outDir', packed);
  run('tsx', 'adapters/companion/build/pack.ts', folder);
  return packed;
};

/** Settings of a connection, as an operator enters them. */
export interface Settings {
  readonly host: string;
  readonly port: number;
  readonly token: string;
}

type Received<Name extends keyof ModuleToHostEventsV0> = Parameters<ModuleToHostEventsV0[Name]>[0];

type Wrapper = IpcWrapper<HostToModuleEventsV0, ModuleToHostEventsV0>;

/** What the module has sent. */
interface Shown {
  readonly statuses: string[];
  readonly logs: string[];
  readonly variables: Map<string, unknown>;
  readonly feedbacks: Map<string, unknown>;
  actions: Received<'setActionDefinitions'>['actions'];
  presets: Received<'setPresetDefinitions'>['presets'];
}

const receivers = (shown: Shown): Partial<IpcEventHandlers<ModuleToHostEventsV0>> => ({
  'log-message': ({ level, message }) => {
    shown.logs.push(`${level} ${message}`);
    return Promise.resolve();
  },
  'set-status': ({ status, message }) => {
    shown.statuses.push(message === null ? status : `${status}: ${message}`);
    return Promise.resolve();
  },
  setActionDefinitions: ({ actions }) => {
    shown.actions = actions;
    return Promise.resolve();
  },
  setPresetDefinitions: ({ presets }) => {
    shown.presets = presets;
    return Promise.resolve();
  },
  setVariableDefinitions: ({ newValues = [] }) => {
    for (const { id, value } of newValues) shown.variables.set(id, value);
    return Promise.resolve();
  },
  setVariableValues: ({ newValues }) => {
    for (const { id, value } of newValues) shown.variables.set(id, value);
    return Promise.resolve();
  },
  updateFeedbackValues: ({ values }) => {
    for (const { id, value } of values) shown.feedbacks.set(id, value);
    return Promise.resolve();
  },
  upgradedItems: () => Promise.resolve(),
});

const ignored = ['setFeedbackDefinitions', 'saveConfig', 'setCustomVariable', 'recordAction'] as const;

/** Calls without an answer aren't registered by the module; calls before the registration are. */
const handlersOf = (shown: Shown, onRegister: () => void): IpcEventHandlers<ModuleToHostEventsV0> => {
  const register = (): Promise<object> => {
    setImmediate(onRegister);
    return Promise.resolve({});
  };
  const others = Object.fromEntries(ignored.map((name) => [name, () => Promise.resolve()]));
  return { ...others, ...receivers(shown), register } as unknown as IpcEventHandlers<ModuleToHostEventsV0>;
};

/** A button's action or feedback, as Companion stores it. */
const entity = (id: string, options: CompanionOptionValues) => ({
  id,
  controlId: 'bank:1',
  upgradeIndex: null,
  disabled: false,
  options,
});

const startProcess = (packed: string): ChildProcess =>
  spawn(process.execPath, ['--permission', `--allow-fs-read=${packed}`, 'main.js'], {
    cwd: packed,
    env: { CONNECTION_ID: 'connection-1', VERIFICATION_TOKEN: 'verified', MODULE_MANIFEST: 'companion/manifest.json' },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });

/** Resolves once the module has registered itself. */
const exchange = async (child: ChildProcess, shown: Shown): Promise<Wrapper> => {
  const registered = Promise.withResolvers<undefined>();
  const handlers = handlersOf(shown, () => {
    registered.resolve(undefined);
  });
  const ipc: Wrapper = new IpcWrapper(handlers, (message) => child.send(message), 30_000);
  child.on('message', (message) => {
    ipc.receivedMessage(message as never);
  });
  await registered.promise;
  return ipc;
};

const openModule = async (packed: string, settings: Settings) => {
  const child = startProcess(packed);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const shown: Shown = {
    statuses: [],
    logs: [],
    variables: new Map(),
    feedbacks: new Map(),
    actions: [],
    presets: [],
  };
  const ipc = await exchange(child, shown);
  const init = { label: 'studio', isFirstInit: false, config: settings, lastUpgradeIndex: -1 };
  await ipc.sendWithCb('init', { ...init, actions: {}, feedbacks: {} });
  return {
    ...shown,
    actions: () => shown.actions,
    presets: () => shown.presets,
    /** Everything that the module has written: its log, and its standard output and error. */
    written: (): string => [...shown.logs, ...shown.statuses, output].join('\n'),
    press: (actionId: string, options: CompanionOptionValues) =>
      ipc.sendWithCb('executeAction', { action: { ...entity(actionId, options), actionId }, surfaceId: undefined }),
    /** Puts a feedback on a button, and returns a function that returns whether it holds. */
    feedback: async (feedbackId: string, options: CompanionOptionValues) => {
      const id = JSON.stringify([feedbackId, options]);
      const button = { ...entity(id, options), feedbackId, isInverted: false };
      await ipc.sendWithCb('updateFeedbacks', { feedbacks: { [id]: button } });
      return (): unknown => shown.feedbacks.get(id);
    },
    configure: (config: Settings) => ipc.sendWithCb('updateConfigAndLabel', { label: 'studio', config }),
    /** Waits until the connection has a status. */
    hasStatus: (status: string) =>
      eventually(`the status ${status}`, () => shown.statuses.at(-1)?.startsWith(status) ?? false),
    stop: async (): Promise<void> => {
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
  };
};

/** A module that runs. */
export type RunningModule = Awaited<ReturnType<typeof openModule>>;

/** Starts a packed module with the settings of a connection that is named `studio`. */
export const startModule = (packed: string, settings: Settings): Promise<RunningModule> => openModule(packed, settings);
