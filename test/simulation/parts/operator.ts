// The operator at the console: makes one change after the other, and notes each version of the configuration.
import type { Clock } from '../../../application/ports/clock.js';
import { utcTime } from '../../../domain/codec/utc-time.js';
import { features } from '../../../domain/feature.js';
import { basic } from '../../support/http-basic.js';
import type { PublishedConfiguration, ShownDevice } from '../evidence.js';
import { exchange, type MemoryResponse } from '../machine/http-client.js';
import type { Link } from '../machine/network.js';
import type { ConsoleChange, PanelSettings } from '../steps.js';
import { operator } from './console-process.js';

/** A panel that the operator has added. */
interface AddedPanel {
  readonly id: string;
  /** Oldest first. */
  readonly tokens: readonly string[];
}

export interface OperatorDeps {
  readonly toConsole: Link;
  readonly clock: Clock;
  readonly studioId: string;
  readonly studioKey: string;
}

/** The operator. */
export interface Operator {
  /** Makes a change after those before. Never rejects. */
  readonly change: (change: ConsoleChange) => Promise<void>;
  /** Returns the tokens of a panel, oldest first. */
  readonly tokensOf: (panel: number) => readonly string[];
  /** The configurations by version. */
  readonly configurations: ReadonlyMap<number, PublishedConfiguration>;
  readonly read: (path: string) => Promise<unknown>;
  readonly devices: () => Promise<readonly ShownDevice[]>;
}

const signIn = { authorization: basic(operator.username, operator.password) };

const retryMs = 500;

/** Returns the operator of a studio. */
export const operatorAt = ({ toConsole, clock, studioId, studioKey }: OperatorDeps): Operator => {
  const panels = new Map<number, AddedPanel>();
  const configurations = new Map<number, PublishedConfiguration>();
  let last = Promise.resolve();

  const send = (method: string, path: string, body?: unknown): Promise<MemoryResponse> =>
    exchange(toConsole.connect('192.168.1.30'), {
      method,
      path,
      headers: { host: 'localhost:3010', 'content-type': 'application/json', ...signIn },
      body: body === undefined ? undefined : JSON.stringify(body),
    });

  const inStudio = (method: string, path: string, body?: unknown): Promise<MemoryResponse> =>
    send(method, `/api/studios/${studioId}${path}`, body);

  const pause = (): Promise<void> =>
    new Promise((resolve) => {
      clock.after(retryMs, resolve);
    });

  /** Fetches the configuration as the service does, until the console answers. */
  const note = async (): Promise<void> => {
    const headers = { authorization: basic(studioId, studioKey), 'if-none-match': '"none"' };
    for (;;) {
      const connection = toConsole.connect('192.168.1.30');
      const fetched = await exchange(connection, { method: 'GET', path: '/sync/configuration', headers }).catch(
        () => undefined,
      );
      if (fetched?.status === 200) {
        const configuration = JSON.parse(fetched.body) as PublishedConfiguration;
        configurations.set(configuration.version, configuration);
        return;
      }
      await pause();
    }
  };

  const keepToken = (panel: number, { status, body }: MemoryResponse): void => {
    if (status >= 300) return;
    const { device, token } = JSON.parse(body) as { readonly device: { readonly id: string }; readonly token: string };
    panels.set(panel, { id: device.id, tokens: [...(panels.get(panel)?.tokens ?? []), token] });
  };

  const withPanel = async (panel: number, run: (path: string) => Promise<unknown>): Promise<void> => {
    const added = panels.get(panel);
    if (added !== undefined) await run(`/devices/${added.id}`);
  };

  const settingsOf = ({ expiresInMs, ...settings }: PanelSettings): object => ({
    ...settings,
    expiresAt: expiresInMs === undefined ? null : utcTime(clock.now() + expiresInMs),
  });

  const add = async (panel: number, settings: PanelSettings): Promise<void> => {
    if (panels.has(panel)) return;
    const device = { name: `Panel ${String(panel)}`, station: null, ...settingsOf(settings) };
    keepToken(panel, await inStudio('POST', '/devices', device));
  };

  const switches = (off: readonly string[]): object =>
    Object.fromEntries(
      features.map((name) => [
        name,
        { read: !off.includes(`${name} read`), control: !off.includes(`${name} control`) },
      ]),
    );

  const make = async (wanted: ConsoleChange): Promise<unknown> => {
    switch (wanted.change) {
      case 'add':
        return add(wanted.panel, wanted.settings);
      case 'edit':
        return withPanel(wanted.panel, (path) => inStudio('PATCH', path, settingsOf(wanted.settings)));
      case 'revoke':
        return withPanel(wanted.panel, (path) => inStudio('POST', `${path}/revoke`));
      case 'end old token':
        return withPanel(wanted.panel, (path) => inStudio('POST', `${path}/end-old-token`));
      case 'remove':
        return withPanel(wanted.panel, async (path) => {
          if ((await inStudio('DELETE', path)).status < 300) panels.delete(wanted.panel);
        });
      case 'replace token':
        return withPanel(wanted.panel, async (path) => {
          keepToken(wanted.panel, await inStudio('POST', `${path}/replace`, { overlapMs: wanted.overlapMs }));
        });
      case 'access':
        return inStudio('PUT', '/access', wanted.settings);
      case 'features':
        return inStudio('PUT', '/features', switches(wanted.off));
    }
  };

  const change = (wanted: ConsoleChange): Promise<void> => {
    last = last.then(async () => {
      await make(wanted).catch(() => undefined);
      await note();
    });
    return last;
  };

  const read = async (path: string): Promise<unknown> => JSON.parse((await send('GET', path)).body) as unknown;

  return {
    change,
    tokensOf: (panel) => panels.get(panel)?.tokens ?? [],
    configurations,
    read,
    devices: async () =>
      ((await read(`/api/studios/${studioId}/devices`)) as { readonly devices: readonly ShownDevice[] }).devices,
  };
};
