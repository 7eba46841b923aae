// The devices as one process of the service sees them: they outlive it, and it reaches them only as long as it lives.
import * as E from 'fp-ts/lib/Either.js';
import type { Watch } from '../../../application/ports/watch.js';
import { failure } from '../../../domain/failure.js';
import type { SimulatedStudio } from '../../../simulator/studio.js';

type IsAlive = () => boolean;

type Method = (...values: never[]) => unknown;

const ended = E.left(failure('device_unavailable', 'the process has ended'));

/** The methods of the ports that only read. */
const reads: ReadonlySet<string> = new Set(['state', 'stateSource', 'hasDriver', 'value', 'connected', 'angle']);

const watchWhile =
  (watch: Watch, isAlive: IsAlive): Watch =>
  (watcher) =>
    watch((id) => {
      if (isAlive()) watcher(id);
    });

/** Returns a port whose commands reach its devices only while a process lives. */
const portWhile = <Port extends { readonly watch: Watch }>(port: Port, isAlive: IsAlive): Port => {
  const methods = Object.entries(port as unknown as Readonly<Record<string, Method>>).map(([name, method]) =>
    reads.has(name) ? [name, method] : [name, (...values: never[]) => (isAlive() ? method(...values) : ended)],
  );
  return { ...(Object.fromEntries(methods) as Port), watch: watchWhile(port.watch, isAlive) };
};

/** Returns the studio for one process. */
export const ownedDevices = (studio: SimulatedStudio, isAlive: IsAlive): SimulatedStudio => ({
  ...studio,
  players: portWhile(studio.players, isAlive),
  signalLines: portWhile(studio.signalLines, isAlive),
  cameras: portWhile(studio.cameras, isAlive),
});
