// The driver of the conformance kit: a service at any address that has the demo studio. The scenarios share it; its initial
// state is restored before each.
import { strict as assert } from 'node:assert';
import { steeringClient, type SteeringClient } from '../../../simulator/client/steering-client.js';
import { eventually } from '../../../test/support/eventually.js';
import type { Driver, ScenarioStream, StudioSteering } from '../driver.js';
import type { DriverFactory } from '../driver-factory.js';
import { sendHttp, type HttpCall } from '../http.js';
import { steerOverHttp } from '../steering.js';
import { callsTo, connection } from './calls.js';
import {
  differences,
  isAboutOtherStation,
  missingRecords,
  showOtherStation,
  type Difference,
  type ReadState,
} from './initial-state.js';
import { needs } from './not-testable.js';
import { targetOf, trustAuthorities, type Target } from './target.js';

/** Idempotency keys are kept for 10 minutes; scenarios use the same ones again. */
const keyLifetimeMs = 600_001;

const send = (base: URL, call: Pick<HttpCall, 'method' | 'path' | 'headers' | 'body'>) =>
  sendHttp({ ...call, ...connection(base), headers: { ...call.headers, Host: base.host } });

const ask = async ({ service, token }: Target, path: string): Promise<{ status: number; body: string }> => {
  const headers: Record<string, string> = token === undefined ? {} : { Authorization: `Bearer ${token}` };
  return send(service, { method: 'GET', path: `/api/v2${path}`, headers });
};

/** Reads the state of the studio. Throws an error that names what is wrong with the service or the token. */
export const readState = async (target: Target): Promise<ReadState> => {
  const { status, body } = await ask(target, '/state');
  assert.equal(status, 200, `${target.service.href}api/v2/state was answered ${String(status)} ${body}`);
  const state = JSON.parse(body) as ReadState;
  const missing = missingRecords(state);
  assert.deepEqual(missing, [], 'the service has not the demo studio; these records are missing');
  return state;
};

const listed = (all: readonly Difference[]): string => all.map(({ what }) => what).join(', ');

const differencesNow = async (target: Target): Promise<readonly Difference[]> =>
  differences(await readState(target), target.simulator !== undefined);

/** Makes the calls that restore the initial state, in rounds, until the service shows it. */
const restore = (target: Target): Promise<void> =>
  eventually('the initial state of the studio', async () => {
    const left = await differencesNow(target);
    for (const { call } of left) if (call !== null) await ask(target, call);
    return left.length === 0;
  });

/** Restores the studio and its devices, and stops the clock. */
const restoreSteered = async (target: Target, steering: SteeringClient): Promise<void> => {
  await steering.setScript(null);
  await steering.reset();
  await restore(target);
  await steering.setClock({ paused: true });
  await steering.step(keyLifetimeMs);
  await steering.reset();
};

/** Makes sure that a scenario begins in the initial state. */
const prepare = async (target: Target, steering: SteeringClient | undefined): Promise<void> => {
  if (steering !== undefined) return restoreSteered(target, steering);
  if (target.control) return restore(target);
  const left = await differencesNow(target);
  if (left.length > 0) needs(`the studio in its initial state; ${listed(left)}`);
};

/** Ends the steps of a scenario that need what the kit lacks. */
interface Lack {
  /** Throws a `NotTestable`. */
  readonly needs: (need: string) => () => never;
  /** Throws it again if a step has caught it. */
  readonly check: () => void;
}

const lack = (): Lack => {
  let unmet: string | undefined;
  return {
    needs: (need) => () => {
      unmet ??= need;
      return needs(need);
    },
    check: () => {
      if (unmet !== undefined) needs(unmet);
    },
  };
};

const unsteered = (missing: () => never): StudioSteering => ({
  clock: 'real',
  advance: missing,
  injectFault: missing,
  commands: missing,
  playing: missing,
  graphic: missing,
  isOn: missing,
});

const withoutConsole = (missing: () => never) =>
  ({
    operator: { username: '', password: '' },
    callConsole: missing,
    openConsoleStream: missing,
    channel: {
      cut: missing,
      mend: missing,
      loseReportResponses: missing,
      requests: missing,
      sent: missing,
      watches: missing,
      inject: missing,
    },
  }) satisfies Partial<Driver>;

const clientOf = (simulator: URL): SteeringClient =>
  steeringClient(({ method, path, body }) => {
    const headers = { 'Content-Type': 'application/json' };
    return send(simulator, { method, path, headers, ...(body !== undefined && { body }) });
  });

/** What one scenario leaves behind. */
interface Leftovers {
  readonly streams: ScenarioStream[];
  otherStation: boolean;
}

/** Makes the calls of a scenario, and notes what they leave behind. */
const notedCalls = (target: Target, leftovers: Leftovers): Pick<Driver, 'begin' | 'openStream'> => {
  const { begin, openStream } = callsTo(target);
  return {
    begin: (call) => {
      leftovers.otherStation ||= isAboutOtherStation(call.path);
      return begin(call);
    },
    openStream: async (call) => {
      const stream = await openStream(call);
      leftovers.streams.push(stream);
      return stream;
    },
  };
};

const driverOf = (target: Target, leftovers: Leftovers): Driver => {
  const { simulator, service } = target;
  const { needs: lacks, check } = lack();
  const restart = lacks('a service that can be restarted');
  return {
    studioId: 'studio-1',
    hostname: service.hostname,
    ...notedCalls(target, leftovers),
    ...withoutConsole(lacks("the service's console")),
    studio:
      simulator === undefined
        ? unsteered(lacks('steering of the devices (--simulator)'))
        : steerOverHttp((call) => send(simulator, call)),
    auditLog: lacks('the disk of the service'),
    restart,
    restartExtended: restart,
    restartWithoutData: restart,
    close: async () => {
      for (const { disconnect } of leftovers.streams.splice(0)) await disconnect();
      check();
    },
  };
};

/** Examines the service of `npm run conformance`. */
export const conformance = (): DriverFactory => {
  const target = targetOf(process.env);
  trustAuthorities(target);
  const steering = target.simulator && clientOf(target.simulator);
  // An earlier run may have left records of the other station changed.
  const leftovers: Leftovers = { streams: [], otherStation: target.control };
  return {
    open: async () => {
      await steering?.setClock({ paused: false, speed: 1 });
      if (leftovers.otherStation) for (const call of showOtherStation) await ask(target, call);
      leftovers.otherStation = false;
      await prepare(target, steering);
      return driverOf(target, leftovers);
    },
    close: async () => {
      await steering?.setClock({ paused: false });
      await steering?.reset();
    },
  };
};
