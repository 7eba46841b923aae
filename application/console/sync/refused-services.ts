// Services that the console refused recently, so that an operator who connects one sees a wrong id or key.
import * as E from 'fp-ts/lib/Either.js';
import { StudioId } from '../../../domain/console/studio.js';

/** A service that was refused: the studio id that it named, where it called from, and when last. */
export interface RefusedService {
  readonly studioId: string;
  readonly address: string;
  /** Milliseconds since 1970 UTC. */
  readonly time: number;
}

/** The services that this process refused recently. */
export interface RefusedServices {
  /** Notes a refusal. A text that can't be a studio id is ignored. */
  readonly note: (refused: RefusedService) => void;
  /** Returns the refusals since a time, the newest first. */
  readonly since: (time: number) => readonly RefusedService[];
}

/** The most services that are remembered: anybody can call. The one that called last the longest ago is forgotten. */
const maxRefused = 100;

/** Remembers refused services in memory. */
export const refusedServices = (): RefusedServices => {
  const refused = new Map<string, RefusedService>();
  return {
    note: (service) => {
      if (E.isLeft(StudioId.decode(service.studioId))) return;
      const key = `${service.studioId} ${service.address}`;
      refused.delete(key);
      refused.set(key, service);
      const [oldest] = refused.keys();
      if (refused.size > maxRefused && oldest !== undefined) refused.delete(oldest);
    },
    since: (time) => [...refused.values()].filter((service) => service.time >= time).reverse(),
  };
};
