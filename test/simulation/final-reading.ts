// Reads service and console when all faults have ended and all is quiet.
import type { FinalReading } from './evidence.js';
import { exchange } from './machine/http-client.js';
import type { World } from './world.js';

interface ShownStudio {
  readonly id: string;
  readonly desiredVersion: number;
  readonly appliedVersion: number | null;
  readonly connected: boolean;
}

/** Reads everything at the same time. The caller lets the clock run meanwhile. */
export const finalReading = async (world: World, quietSinceMs: number): Promise<FinalReading> => {
  const { host, operator, studio, followers } = world;
  const studioId = studio.layout.id;
  const readService = async (path: string): Promise<unknown> => {
    const connection = host.toService.connect('127.0.0.1');
    return JSON.parse((await exchange(connection, { method: 'GET', path: `/api/v2${path}` })).body) as unknown;
  };
  const [state, actions, studios, devices, refused] = await Promise.all([
    readService('/state'),
    readService('/actions'),
    operator.read('/api/studios'),
    operator.devices(),
    operator.read(`/api/studios/${studioId}/refused-callers`),
  ]);
  const shown = (studios as { readonly studios: readonly ShownStudio[] }).studios.find(({ id }) => id === studioId);
  return {
    quietSinceMs,
    state,
    followers: followers.map((follower, at) => ({
      name: `follower ${String(at + 1)}`,
      isOpen: follower.isOpen(),
      known: follower.known(),
    })),
    actions: (actions as { readonly actions?: FinalReading['actions'] }).actions ?? [],
    versions: {
      desired: shown?.desiredVersion ?? 0,
      applied: shown?.appliedVersion ?? null,
      connected: shown?.connected ?? false,
    },
    devices,
    refusedCallers: (refused as Pick<FinalReading, 'refusedCallers'>).refusedCallers,
    snapshots: studio.devices(),
  };
};
