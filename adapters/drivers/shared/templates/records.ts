// The records that a connection drives by templates. They follow the studio file.
import type {
  Attachments,
  Connection,
  ConnectedCameras,
  ConnectedLines,
} from '../../../../application/connections/connection-driver.js';
import { reconcile } from '../../../../application/commands/reconcile.js';
import { isEqual } from '../../../../domain/codec/equality.js';
import { notServed } from '../lines.js';
import { headPlan, linePlan, lineStates, type Plan, type TextProtocol } from './plan.js';
import { TemplatedPlayers } from './players.js';
import { TemplatedRecord, type RecordServer } from './record.js';
import type { HeadSettings, LineSettings, PlayerSettings } from './settings.js';

/** Records by id, of one kind. */
interface RecordSet<Settings, Out, In> {
  readonly find: (id: string) => TemplatedRecord<Out, In> | undefined;
  readonly follow: (settings: ReadonlyMap<string, Settings>) => void;
}

/** Creates the records of one kind. One whose settings don't change goes on as it is. */
const recordSet = <Settings, Out, In>(
  server: RecordServer<Out, In>,
  planOf: (settings: Settings) => Plan<Out, In>,
): RecordSet<Settings, Out, In> => {
  interface Served {
    readonly settings: Settings;
    readonly record: TemplatedRecord<Out, In>;
  }
  const served = new Map<string, Served>();
  const open = (id: string, settings: Settings): Served => {
    const record = new TemplatedRecord(id, planOf(settings), server);
    server.add(record);
    return { settings, record };
  };
  return {
    find: (id) => served.get(id)?.record,
    follow: (followed) => {
      const definitions = [...followed].map(([id, settings]) => ({ id, settings }));
      reconcile(served, definitions, {
        open: ({ id, settings }) => open(id, settings),
        serves: ({ settings: before }, { settings }) => isEqual(before, settings),
        close: ({ record }) => {
          server.remove(record);
        },
      });
    },
  };
};

const valueOf = (state: string | null): boolean | null => (state === null ? null : state === lineStates.on);

const linesOf = <Settings, Out, In>({ find }: RecordSet<Settings, Out, In>): ConnectedLines => ({
  send: ({ signal, on }) => find(signal)?.send(on ? lineStates.on : lineStates.off) ?? notServed('signal', signal),
  refusal: ({ signal, on }) => find(signal)?.refusal(on ? lineStates.on : lineStates.off),
  value: (id) => valueOf(find(id)?.state ?? null),
  connected: (id) => find(id)?.isConnected ?? false,
});

const camerasOf = <Settings, Out, In>({ find }: RecordSet<Settings, Out, In>): ConnectedCameras => ({
  send: ({ camera, angle }) => find(camera)?.send(angle) ?? notServed('camera', camera),
  refusal: ({ camera, angle }) => find(camera)?.refusal(angle),
  angle: (id) => find(id)?.state ?? null,
  connected: (id) => find(id)?.isConnected ?? false,
});

/** A connection whose records have templates. */
export type TemplatedConnection<T, M> = Connection<LineSettings<T, M>, HeadSettings<T, M>, PlayerSettings<T, M>>;

/** What is attached to it. */
export type TemplatedAttachments<T, M> = Attachments<LineSettings<T, M>, HeadSettings<T, M>, PlayerSettings<T, M>>;

/** Creates what a connection serves. It serves nothing before it follows attachments. */
export const templatedDevices = <T, M, Out, In>(
  protocol: TextProtocol<T, M, Out, In>,
  server: RecordServer<Out, In>,
): Omit<TemplatedConnection<T, M>, 'close'> => {
  const lines = recordSet(server, (settings: LineSettings<T, M>) => linePlan(protocol, settings));
  const heads = recordSet(server, (settings: HeadSettings<T, M>) => headPlan(protocol, settings));
  const players = new TemplatedPlayers(protocol, server);
  return {
    lines: linesOf(lines),
    cameras: camerasOf(heads),
    players: players.players,
    follow: (attachments) => {
      lines.follow(attachments.lines);
      heads.follow(attachments.heads);
      players.follow(attachments);
    },
  };
};
