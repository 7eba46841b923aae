// A service on the demo studio whose state is published at a broker in memory, on a manual clock.
import { publishState, type PublishingDeps } from '../../../application/publish/publishing.js';
import { changeNotifier, watchAll } from '../../../application/ports/watch.js';
import type { LayoutChange } from '../../../application/state/current-layout.js';
import type { PublishLinkDeps, PublishAddress } from '../../../application/ports/publish-link.js';
import type { PublishSection } from '../../../domain/studio/publish.js';
import { memoryLog } from '../console/readable-log.js';
import { stepBench } from '../demo-bench.js';
import { reloadBench, type ReloadBench } from '../../infra/service/reload-bench.js';

export const section: PublishSection = { host: 'broker', prefix: 'studio-one' };

/** A broker in memory: what it keeps, and the client that was opened last. */
const memoryBroker = () => {
  const kept = new Map<string, string>();
  const clients: { readonly address: PublishAddress; readonly deps: PublishLinkDeps; readonly read: string[] }[] = [];
  const published: string[] = [];
  const open: PublishingDeps['open'] = (address, deps) => {
    const read: string[] = [];
    clients.push({ address, deps, read });
    return {
      publish: (topic, payload, done) => {
        published.push(topic);
        if (payload === '') kept.delete(topic);
        else kept.set(topic, payload);
        done();
      },
      read: (topics) => {
        read.push(...topics);
        const isMeant = (topic: string): boolean =>
          topics.some((filter) => topic === filter || (filter.endsWith('/#') && topic.startsWith(filter.slice(0, -1))));
        for (const [topic, payload] of [...kept]) if (isMeant(topic)) deps.kept(topic, payload);
      },
      endReading: (topics) => void read.splice(0, topics.length),
      close: () => {
        deps.lost();
        kept.set(address.availabilityTopic, 'offline');
        return Promise.resolve();
      },
    };
  };
  return { kept, clients, published, open };
};

/** The studio of a service, whose layout has a section that the test replaces. */
const publishingStudio = ({ studio }: ReloadBench['service'], first: PublishSection) => {
  let current: PublishSection | undefined = first;
  const changes = changeNotifier<LayoutChange>();
  const withSection: PublishingDeps['studio'] = {
    get layout() {
      const { layout } = studio;
      return current === undefined ? layout : { ...layout, publish: current };
    },
    get records() {
      return studio.records;
    },
    watchLayout: watchAll([studio.watchLayout, changes.watch]),
    runtime: studio.runtime,
    watch: studio.watch,
    change: studio.change,
  };
  const follow = (publish: PublishSection | undefined): void => {
    const before = withSection.layout;
    current = publish;
    changes.notify({ before, now: withSection.layout });
  };
  return { studio: withSection, follow };
};

const openBench = async (first: Partial<PublishSection>) => {
  const service = await reloadBench();
  const { alarms, clock } = stepBench(0);
  const log = memoryLog();
  const broker = memoryBroker();
  const { events, access } = service.service;
  const { studio, follow } = publishingStudio(service.service, { ...section, ...first });
  const stop = publishState({ events, studio, access, alarms, clock, log, version: '1.0', open: broker.open });
  return {
    ...broker,
    service,
    alarms,
    clock,
    log,
    stop,
    follow,
    /** The broker admits the newest client. */
    connect: () => broker.clients.at(-1)?.deps.opened(),
    lose: () => broker.clients.at(-1)?.deps.lost(),
    kinds: () => alarms.open().map(({ kind }) => kind),
  };
};

/** A service whose state is published. */
type PublishBench = Awaited<ReturnType<typeof openBench>>;

/** Opens it. The alarms and the log are the test's. */
export const publishBench = (first: Partial<PublishSection> = {}): Promise<PublishBench> => openBench(first);
