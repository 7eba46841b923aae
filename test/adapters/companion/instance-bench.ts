// A connection of Companion without a host. The service is one that this process answers for, and the timers are the test's.
import type {
  CompanionActionDefinitions,
  CompanionFeedbackDefinitions,
  CompanionPresetDefinitions,
} from '@companion-module/base';
import { vi } from 'vitest';
import type { ModuleConfig } from '../../../adapters/companion/config.js';
import { StudioControlInstance } from '../../../adapters/companion/instance.js';
import { sampleStudio } from './sample-studio.js';

/** What Companion received. */
interface Shown {
  readonly statuses: string[];
  readonly variables: Readonly<Record<string, unknown>>[];
  readonly actions: CompanionActionDefinitions[];
  readonly feedbacks: CompanionFeedbackDefinitions[];
  readonly presets: CompanionPresetDefinitions[];
  /** The messages beside the statuses. */
  readonly reasons: (string | null | undefined)[];
  readonly logs: string[];
  checks: number;
}

const lists = { statuses: [], variables: [], actions: [], feedbacks: [], presets: [], reasons: [], logs: [] };

export const shown: Shown = { ...lists, checks: 0 };

/** The module without a host: it notes what it would send. */
class NotingInstance extends StudioControlInstance {
  override get label(): string {
    return 'panel';
  }
  override log = (level: string, message: string): void => void shown.logs.push(`${level} ${message}`);
  override updateStatus = (status: string | null, reason?: string | null): void => {
    shown.statuses.push(String(status));
    shown.reasons.push(reason);
  };
  override setActionDefinitions = (actions: CompanionActionDefinitions): void => void shown.actions.push(actions);
  override setFeedbackDefinitions = (feedbacks: CompanionFeedbackDefinitions): void =>
    void shown.feedbacks.push(feedbacks);
  override setVariableDefinitions = (): void => undefined;
  override setPresetDefinitions = (presets: CompanionPresetDefinitions): void => void shown.presets.push(presets);
  override setVariableValues = (values: Readonly<Record<string, unknown>>): void => void shown.variables.push(values);
  override checkFeedbacks = (): void => void (shown.checks += 1);
}

export const lamp = sampleStudio.state.signals?.[0];

const post = {
  operationId: 'signal.on.post',
  summary: 'Switch on',
  parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
};

const bodies: Readonly<Record<string, unknown>> = {
  '/api/v2/state': sampleStudio.state,
  '/api/v2/openapi.json': { info: { version: '1' }, paths: { '/api/v2/signals/{id}/on': { post } } },
  '/api/v2': { version: '1' },
  '/api/v2/alarms': { alarms: [] },
  '/api/v2/health': { status: 'ok' },
};

/** Sends an event on the stream of a service, by its host. */
export const streams = new Map<string, (text: string) => void>();

const streamTo = (host: string, signal: AbortSignal | null | undefined): Response => {
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      streams.set(host, (text) => {
        controller.enqueue(Buffer.from(text));
      });
      signal?.addEventListener('abort', () => {
        controller.error(signal.reason);
      });
    },
  });
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
};

/** Answers for each service. */
export const answer = ({ host, pathname }: URL, { signal }: RequestInit): Promise<Response> => {
  const body = bodies[pathname] ?? { clips: [], angles: [] };
  return Promise.resolve(
    pathname === '/api/v2/events' ? streamTo(host, signal) : new Response(JSON.stringify({ ok: true, ...body })),
  );
};

export const settings = (host: string): ModuleConfig => ({ host, port: 3_002, token: '' });

export const pass = async (ms: number): Promise<void> => {
  await vi.advanceTimersByTimeAsync(ms);
};

export const sendLamp = (host: string, value: boolean): void => {
  const data = JSON.stringify({ signal: { ...lamp, value } });
  streams.get(`${host}:3002`)?.(`id: run-2\nevent: signal\ndata: ${data}\n\n`);
};

/** Presses the button of a signal. */
export const press = async (id = 'lamp'): Promise<void> => {
  const pressed = shown.actions.at(-1)?.['signal.on']?.callback({ options: { id } } as never, {} as never);
  await pass(100);
  await pressed;
};

/** The values that Companion has. */
export const values = (): Readonly<Record<string, unknown>> =>
  Object.assign({}, ...shown.variables) as Record<string, unknown>;

/** Takes over the timers and the network of this process, and opens a connection to the service `first`. */
export const openInstance = async (): Promise<StudioControlInstance> => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
  vi.stubGlobal('fetch', answer);
  const before = process.listeners('message');
  const instance = new NotingInstance({ id: 'studio', upgradeScripts: [], _isInstanceBaseProps: true });
  for (const listener of process.listeners('message'))
    if (!before.includes(listener)) process.removeListener('message', listener);
  await instance.init(settings('first'));
  await pass(100);
  return instance;
};

/** Closes a connection, and gives the process back what {@link openInstance} took. */
export const closeInstance = async (instance: StudioControlInstance): Promise<void> => {
  await instance.destroy();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  shown.checks = 0;
  for (const list of Object.values(lists)) list.length = 0;
};
