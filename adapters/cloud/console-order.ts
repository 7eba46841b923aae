// The order in which a service tries several consoles. It differs between studios, so that the consoles share the services.
import { createHash } from 'node:crypto';

const rankOf = (studioId: string, url: string): string =>
  createHash('sha256').update(`${studioId} ${url}`).digest('hex');

/**
 * Returns the addresses of the consoles in the order of a studio (FLEET-1). The order depends only on the studio's id and on the
 * addresses themselves: about as many studios begin with each console, and those of a console that is lost try all others about
 * equally often.
 */
export const consoleOrder = (studioId: string, urls: readonly string[]): readonly string[] =>
  urls
    .map((url) => ({ url, rank: rankOf(studioId, url) }))
    .toSorted((one, other) => (one.rank < other.rank ? -1 : 1))
    .map(({ url }) => url);
