// The operations of the steering API.
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { optional, someText, wholeNumber } from '../../application/api/parameters.js';
import { described, listOf, orNull } from '../../domain/codec/codec.js';
import { logLimit, type LoggedCommand } from '../command-log.js';
import { clockOperations } from './clock-operations.js';
import { deviceOperations, DevicesBody } from './device-operations.js';
import { addressed } from './addresses.js';
import { operation, type SteeringOperation } from './operation.js';
import { CommandRecord, ScriptBody, Script, ScriptRecord } from './records.js';
import { restoreSnapshot } from './restore-snapshot.js';
import { Snapshot, snapshotBody, takeSnapshot } from './snapshot.js';
import { serviceOperations } from './service-operations.js';
import { deviceRecord, type SteeredStudio } from './steering.js';

/** Which commands a page has. */
interface CommandsQuery {
  readonly device: string | undefined;
  /** Only commands with a smaller number; undefined for the newest. */
  readonly before: number | undefined;
  readonly limit: number;
}

/** A page. `next` is `before` of the next page; null on the last. */
interface CommandsPage {
  readonly commands: readonly LoggedCommand[];
  readonly next: number | null;
}

/** Returns a page of commands, given oldest first. */
const commandsPage = (
  all: readonly LoggedCommand[],
  { device, before = Infinity, limit }: CommandsQuery,
): CommandsPage => {
  const found = all.filter((one) => one.number < before && (device === undefined || one.device === device));
  const commands = found.slice(-limit).toReversed();
  return { commands, next: found.length > limit ? (commands.at(-1)?.number ?? null) : null };
};

const succeeded = t.readonly(t.type({ ok: t.literal(true) }));

const CommandsBody = t.type({
  commands: listOf(CommandRecord),
  next: orNull(t.number, 'The value of `before` for the next page; null on the last'),
});

/** Commands of a page without `limit`. */
const defaultLimit = 100;

const logOperations = ({ studio }: SteeredStudio): readonly SteeringOperation[] => [
  operation({
    ...addressed('command.list'),
    summary: `List the commands that the devices received, newest first. The log keeps the last ${String(logLimit)}`,
    query: {
      device: optional(described(someText, { description: 'Only the commands of this device' })),
      before: optional(wholeNumber(1, Number.MAX_SAFE_INTEGER)),
      limit: optional(wholeNumber(1, logLimit)),
    },
    result: CommandsBody,
    run: ({ query: { device, before, limit = defaultLimit } }) =>
      E.right(commandsPage(studio.commands(), { device, before, limit })),
  }),
];

const scriptOperations = ({ script, feed }: SteeredStudio): readonly SteeringOperation[] => {
  const result = t.type({ script: ScriptRecord });
  const shown = () => ({ script: script.record() });
  return [
    operation({
      ...addressed('script.get'),
      summary: 'Get the script of faults, and what was done of it',
      result,
      run: () => E.right(shown()),
    }),
    operation({
      ...addressed('script.set'),
      summary: "Set a script of faults, which starts at once on the studio's clock",
      body: ScriptBody,
      documentedBody: Script,
      result,
      run: ({ body }) => {
        const set = script.set(body);
        feed.touch();
        return E.isLeft(set) ? set : E.right(shown());
      },
    }),
    operation({
      ...addressed('script.cancel'),
      summary: 'Cancel the script of faults; the faults that it has set stay',
      result,
      run: () => {
        script.cancel();
        feed.touch();
        return E.right(shown());
      },
    }),
  ];
};

const studioOperations = ({ studio, clock, script, client, feed }: SteeredStudio): readonly SteeringOperation[] => [
  operation({
    ...addressed('studio.reset'),
    summary:
      'Reset the devices, their faults and random numbers, the script of faults, the virtual client and the command log',
    body: t.type({}, 'an object'),
    result: DevicesBody,
    run: () => {
      script.cancel();
      client.reset();
      studio.reset();
      feed.touch();
      return E.right({ studio: studio.layout.name, devices: studio.devices().map(deviceRecord) });
    },
  }),
  operation({
    ...addressed('snapshot.get'),
    summary: 'Take a snapshot of the whole studio',
    result: t.type({ snapshot: Snapshot }),
    run: () => {
      const taken = takeSnapshot(studio, clock);
      return E.isLeft(taken) ? taken : E.right({ snapshot: taken.right });
    },
  }),
  operation({
    ...addressed('snapshot.restore'),
    summary: 'Restore a snapshot; it cancels the script of faults, and pending commands end as `device_error`',
    body: snapshotBody,
    documentedBody: Snapshot,
    result: succeeded,
    run: async ({ body }) => {
      const restored = await restoreSnapshot(studio, clock, body);
      if (E.isRight(restored)) script.cancel();
      feed.touch();
      return restored;
    },
  }),
];

/** Returns the operations of a studio. Their paths are below `apiBase`. */
export const steeringOperations = (steered: SteeredStudio): readonly SteeringOperation[] => [
  ...deviceOperations(steered),
  ...scriptOperations(steered),
  ...clockOperations(steered),
  ...logOperations(steered),
  ...serviceOperations(steered),
  ...studioOperations(steered),
];
