// A service in this process on the simulated demo studio, whose layout can be replaced.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import type { StudioLayout } from '../../../domain/studio/layout.js';
import type { PendingCall, ScenarioStream } from '../../../features/support/driver.js';
import { injectCall, openInjectedStream } from '../../../features/support/in-process/inject.js';
import { startTestService } from '../../../features/support/service.js';
import { asServiceStudio } from '../../../infra/simulated/studio.js';
import { manualClock } from '../../../simulator/clock.js';
import { demoStudio } from '../../../simulator/demo-studio.js';
import { simulatedStudio } from '../../../simulator/studio.js';

/** An event of a stream. */
export interface ReceivedEvent {
  readonly id: string;
  readonly event: string;
  readonly data: Readonly<Record<string, unknown>>;
}

const eventsIn = (body: string): readonly ReceivedEvent[] =>
  body.split('\n\n').flatMap((block) => {
    const field = (name: string): string | undefined => new RegExp(`^${name}: ?(.*)$`, 'm').exec(block)?.[1];
    const [id, event, data] = [field('id'), field('event'), field('data')];
    return id === undefined || event === undefined || data === undefined
      ? []
      : [{ id, event, data: JSON.parse(data) as ReceivedEvent['data'] }];
  });

const openBench = async (initial: StudioLayout) => {
  const clock = manualClock();
  const studio = simulatedStudio(initial, clock);
  const folder = mkdtempSync(join(tmpdir(), 'studio-control-reload-'));
  const environment = { PORT: '0', HOST: '127.0.0.1', DATA_DIR: folder, LOG_FILE: join(folder, 'test.log') };
  const service = await startTestService(asServiceStudio(studio), clock, environment);
  const request = (path: string) => ({ from: '127.0.0.1', method: 'GET', path: `/api/v2${path}` });
  const begin = (path: string): PendingCall => injectCall(service.server.node, request(path));
  /** Lets time pass once pending writes are done. */
  const advance = async (ms: number): Promise<void> => {
    await service.runtimeState.settled();
    await clock.advance(ms);
  };
  const finish = async (call: PendingCall) => {
    while (!(await call.isAnswered())) await advance(5);
    const { status, body } = await call.answer();
    return { status, body: body.startsWith('{') ? (JSON.parse(body) as Readonly<Record<string, unknown>>) : body };
  };
  return {
    /** The service's data folder. */
    folder,
    clock,
    studio,
    service,
    advance,
    begin,
    finish,
    /** Calls, and lets time pass until the call is answered. */
    call: (path: string) => finish(begin(path)),
    stream: (headers: Readonly<Record<string, string>> = {}, path = '/events'): ScenarioStream =>
      openInjectedStream(service.server.node, { ...request(path), headers }),
    eventsOf: async (stream: ScenarioStream) => eventsIn((await stream.received()).body),
    reload: (layout: StudioLayout): void => {
      service.layoutIntake.offer(E.right(layout));
    },
    close: async (): Promise<void> => {
      studio.stop();
      await service.stop();
      rmSync(folder, { recursive: true });
    },
  };
};

/** A service whose layout can be replaced. */
export type ReloadBench = Awaited<ReturnType<typeof openBench>>;

/** Opens a studio and its service. */
export const reloadBench = (initial: StudioLayout = demoStudio): Promise<ReloadBench> => openBench(initial);
