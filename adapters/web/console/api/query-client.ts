// The page's memory of what the console has told: asked again whenever something has changed.
import { QueryClient } from '@tanstack/react-query';
import { liveness, sessionEnded } from './conditions.js';
import { RequestRefused } from './failure.js';

const pollEveryMs = 5_000;

/** Asked for again and again only where changes aren't pushed, and there is somebody to be answered. */
const polling = (): number | false => (liveness.get() === 'live' || sessionEnded.get() ? false : pollEveryMs);

const makesSenseAgain = (failures: number, error: Error): boolean => !(error instanceof RequestRefused) && failures < 1;

export const queryClient = new QueryClient({
  defaultOptions: {
    // The console may well be on this machine: whether there is a network says nothing about it.
    queries: { networkMode: 'always', staleTime: 1_000, retry: makesSenseAgain, refetchInterval: polling },
    mutations: { networkMode: 'always', retry: false },
  },
});

/** The names under which answers are remembered. */
export const keys = {
  session: ['session'],
  studios: ['studios'],
  studio: (id: string) => ['studio', id],
  section: (id: string, section: string) => ['studio', id, section],
  device: (id: string, device: string) => ['studio', id, 'device', device],
  operators: ['operators'],
  operatorChanges: ['operators', 'changes'],
} as const;
