// Core: the service itself, its version, its clock and its connections.
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import type { About } from '../about.js';
import type { Clock, Players, StudioState } from '../ports.js';
import { read } from '../read.js';

const Connection = t.readonly(t.type({ id: t.string, connected: t.boolean }), 'Connection');

/** The service itself: its version, since when it runs, what its clock shows, and what it is connected to. */
const Core = t.readonly(
  t.type({
    version: t.string,
    /** Milliseconds since the service started. */
    uptimeMs: t.number,
    /** ISO-8601 UTC. */
    time: t.string,
    cloud: t.readonly(t.type({ connected: t.boolean })),
    /** The player of each output, by the output's id. */
    drivers: t.readonlyArray(Connection),
  }),
  'Core',
);

interface Ports {
  readonly about: About;
  readonly clock: Clock;
  readonly studio: StudioState;
  readonly players: Players;
}

const core = read({
  name: 'core.get',
  summary: "The service's version, uptime, clock and connections",
  feature: 'core',
  path: '/core',
  result: { core: Core },
  plain: (body) => body.core.version,
  run: ({ about, clock, studio, players }: Ports) =>
    E.right({
      core: {
        version: about.version,
        uptimeMs: clock.now() - about.startedAtMs,
        time: new Date(clock.now()).toISOString(),
        cloud: { connected: about.cloudConnected() },
        drivers: studio.records.outputs.all.map(({ id }) => ({ id, connected: players.state(id).connected })),
      },
    }),
});

export const coreOperations = [core];
