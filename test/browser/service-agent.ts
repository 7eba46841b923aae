// Runs a service in a network namespace, for pages of other origins that call its LAN address.
import { serve } from '../../features/support/remote.js';
import { access } from '../domain/fixtures.js';
import { startHttpService, type TestService } from '../adapters/http/service.js';

let service: TestService | undefined;

const running = (): TestService => {
  if (service === undefined) throw new Error('no service was started');
  return service;
};

const agent = {
  /** Starts the service with the default configuration. */
  start: async (port: number): Promise<void> => {
    service = await startHttpService(undefined, { PORT: String(port), HOST: '::' });
  },
  admitWholeLan: (): void => {
    running().apply({ access: access({ accessWithoutToken: 'whole_lan' }) });
  },
  /** Returns the number of commands that were sent to the simulated devices. */
  commandCount: (): number => running().studio.commands().length,
  /** Returns the request log as lines of method, path, caller and status, newest first. */
  requests: (): string[] =>
    running()
      .requests()
      .map(({ method, path, caller, status }) => `${method} ${path} ${caller ?? 'nobody'} ${String(status)}`),
  close: (): Promise<void> => running().close(),
};
export type ServiceAgent = typeof agent;

serve(agent);
