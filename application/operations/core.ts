// Core: the service's version, uptime, clock and connections (CORE-1).
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { described, dateTime, oneOf } from '../../domain/codec/codec.js';
import { utcTime } from '../../domain/codec/utc-time.js';
import { Alarm } from '../alarms/alarm.js';
import { seesAlarm, type AlarmVisibilityDeps } from '../alarms/alarm-visibility.js';
import type { Alarms } from '../alarms/alarms.js';
import { degradingAlarms, healthStatus, HealthStatus } from '../alarms/health.js';
import type { About } from '../ports/about.js';
import { textForm } from '../api/plain-forms.js';
import type { Clock } from '../ports/clock.js';
import { stateSources, type Players } from '../ports/players.js';
import type { StudioState } from '../state/studio-state.js';
import { read } from '../api/read.js';

const StateSource = described(t.union([oneOf(...stateSources), t.null]), {
  description:
    'How the state of the player is known: reported with every frame (osc; osc_default_port if the player can only ' +
    'report to its default port), or read after commands and every 30 seconds because no report arrives (info); null ' +
    'if it is unknown, or if the driver knows only one way',
  examples: ['osc'],
});

const Connection = described(
  t.readonly(t.type({ id: t.string, connected: t.boolean, stateSource: StateSource }), 'Connection'),
  {
    description: "The player of an output, by the output's id",
    examples: [{ id: 'out-1', connected: true, stateSource: 'osc' }],
  },
);

const Core = described(
  t.readonly(
    t.type({
      version: described(t.string, { examples: ['1.0.0'] }),
      uptimeMs: described(t.number, { description: 'Milliseconds since the service started', examples: [86_400_000] }),
      time: described(dateTime, { description: "The service's clock", examples: ['2026-01-31T12:00:00.000Z'] }),
      cloud: t.readonly(t.type({ connected: described(t.boolean, { examples: [true] }) })),
      drivers: t.readonlyArray(Connection),
      simulated: described(t.boolean, { description: 'Whether the devices are simulated', examples: [false] }),
      status: HealthStatus,
      reasons: described(t.readonlyArray(Alarm), {
        description: 'The open alarms that degrade the status, newest first; those that the caller may read',
      }),
    }),
    'Core',
  ),
  { description: 'The service itself: its version, uptime, clock, connections and health' },
);

interface Ports extends AlarmVisibilityDeps {
  readonly alarms: Alarms;
  readonly about: About;
  readonly clock: Clock;
  readonly studio: StudioState;
  readonly players: Players;
}

const core = read({
  name: 'core.get',
  summary: "The service's version, uptime, clock, connections and health",
  feature: 'core',
  path: '/core',
  result: { core: Core },
  plain: (body) => body.core.version,
  plainForm: textForm('The version', '1.0.0'),
  run: (ports: Ports, _input, { caller }) => {
    const { about, alarms, clock, studio, players } = ports;
    return E.right({
      core: {
        version: about.version,
        uptimeMs: clock.now() - about.startedAtMs,
        time: utcTime(clock.now()),
        cloud: { connected: about.cloudConnected() },
        drivers: studio.records.outputs.all.map(({ id }) => ({
          id,
          connected: players.state(id).connected,
          stateSource: players.stateSource(id),
        })),
        simulated: about.simulated,
        status: healthStatus(alarms),
        reasons: degradingAlarms(alarms).filter(seesAlarm(ports, caller)),
      },
    });
  },
});

export const coreOperations = [core];
