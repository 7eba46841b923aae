// Query cache of the page.
import { QueryClient } from '@tanstack/react-query';
import { changeFeedStatus, hasSessionEnded } from './connection-status.js';
import { RequestRefused } from './failure.js';

const pollEveryMs = 5_000;

/** Returns the polling interval: none while changes are pushed or the session has ended. */
const polling = (): number | false =>
  changeFeedStatus.get() === 'live' || hasSessionEnded.get() ? false : pollEveryMs;

const shouldRetry = (failures: number, error: Error): boolean => !(error instanceof RequestRefused) && failures < 1;

export const queryClient = new QueryClient({
  defaultOptions: {
    // The console may run on this machine, so requests work without a network too.
    queries: { networkMode: 'always', staleTime: 1_000, retry: shouldRetry, refetchInterval: polling },
    mutations: { networkMode: 'always', retry: false },
  },
});

/** Query keys. */
export const keys = {
  session: ['session'],
  sessions: (username: string | undefined) => ['sessions', username ?? ''],
  firstSteps: ['first-steps'],
  signInOffer: ['sign-in'],
  secondFactorOffer: ['second-factor'],
  studios: ['studios'],
  found: (text: string) => ['found', text],
  studio: (id: string) => ['studio', id],
  section: (id: string, section: string) => ['studio', id, section],
  device: (id: string, device: string) => ['studio', id, 'device', device],
  removedStudios: ['removed-studios'],
  removedStudio: (id: string) => ['removed-studios', id],
  operators: ['operators'],
  apiTokens: ['operators', 'api-tokens'],
  webhooks: ['operators', 'webhooks'],
  operatorChanges: ['operators', 'changes'],
} as const;
