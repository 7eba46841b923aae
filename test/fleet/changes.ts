// Changes of a fleet, and how far its services are.
import type { Fleet } from './fleet.js';

/** How often a change is tried while a console answers that its database can't be reached. */
const maxTries = 5;

/** Changes a service; tries again after 503. Resolves with the version and the number of tries that were refused. */
export const changeSurely = async (
  fleet: Fleet,
  console: number,
  service: number,
  name: string,
): Promise<{ readonly version: number; readonly refused: number }> => {
  for (let refused = 0; ; refused += 1) {
    const { status, version, body } = await fleet.change(console, service, `${name} (${String(refused)})`);
    if (status === 201) return { version, refused };
    if (status !== 503 || refused + 1 === maxTries)
      throw new Error(`a change was answered ${String(status)}: ${JSON.stringify(body)}`);
  }
};

/** How far a fleet is: services that aren't connected, and studios that the consoles don't show as connected and current. */
export interface Backlog {
  readonly notConnected: number;
  readonly notShown: number;
}

const notShown = `SELECT count(*) AS count FROM studios WHERE applied_version IS DISTINCT FROM version OR NOT EXISTS (
  SELECT FROM connections JOIN consoles ON consoles.id = console_id WHERE studio_id = studios.id AND alive_until > now())`;

/** Returns how far the first services are, when no others run. */
export const backlogOf = async (fleet: Fleet, services: number, studios = services): Promise<Backlog> => {
  const { connected } = await fleet.state();
  const [row] = await fleet.query(notShown);
  return { notConnected: services - connected, notShown: Number(row?.['count']) - (studios - services) };
};

/** Waits until a condition holds; rejects after `limitMs`. */
export const waitUntil = async (condition: () => Promise<boolean>, limitMs: number, everyMs = 250): Promise<void> => {
  for (const began = Date.now(); !(await condition().catch(() => false));) {
    if (Date.now() - began > limitMs) throw new Error(`not reached within ${String(limitMs)} ms`);
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
};

/** Waits until all services are connected, and shown as connected and current. */
export const waitUntilCurrent = (
  fleet: Fleet,
  services: number,
  studios = services,
  limitMs = 120_000,
): Promise<void> =>
  waitUntil(
    async () => {
      const { notConnected, notShown } = await backlogOf(fleet, services, studios);
      return notConnected === 0 && notShown === 0;
      // The question takes time of the database in proportion to the studios.
    },
    limitMs,
    Math.max(250, studios / 40),
  );
