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

/** The most services that are remembered, in all and of one address: anybody can call. */
const max = { all: 100, ofAddress: 5 } as const;

/** Returns the service to forget if there are too many: the oldest of the busiest address. */
const surplus = (refused: Iterable<RefusedService>): RefusedService | undefined => {
  const byAddress = [...Map.groupBy(refused, ({ address }) => address).values()];
  const count = byAddress.reduce((sum, { length }) => sum + length, 0);
  const [busiest = []] = byAddress.toSorted((one, other) => other.length - one.length);
  return count > max.all || busiest.length > max.ofAddress ? busiest[0] : undefined;
};

const keyOf = ({ studioId, address }: RefusedService): string => `${studioId} ${address}`;

/** Remembers refused services in memory. */
export const refusedServices = (): RefusedServices => {
  const refused = new Map<string, RefusedService>();
  return {
    note: (service) => {
      if (E.isLeft(StudioId.decode(service.studioId))) return;
      refused.delete(keyOf(service));
      refused.set(keyOf(service), service);
      const forgotten = surplus(refused.values());
      if (forgotten !== undefined) refused.delete(keyOf(forgotten));
    },
    since: (time) => [...refused.values()].filter((service) => service.time >= time).reverse(),
  };
};
