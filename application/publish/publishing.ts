// What the studio file wants published. It follows the layout.
import type { StudioLayout } from '../../domain/studio/layout.js';
import { showsServerId } from '../../domain/studio/publish.js';
import { reconcile } from '../commands/reconcile.js';
import { watchState } from '../events/live-state.js';
import type { Alarms } from '../alarms/alarms.js';
import { Publisher, type PublisherDeps } from './publisher.js';

export interface PublishingDeps extends PublisherDeps {
  readonly alarms: Pick<Alarms, 'open' | 'watch' | 'raise' | 'clear'>;
}

/** Returns the section to serve, if there is one. */
const sectionsIn = ({ publish: section, serverId }: StudioLayout, { log }: Pick<PublishingDeps, 'log'>) => {
  if (section === undefined) return [];
  if (!showsServerId(section, serverId)) return [{ id: 'publish', section }];
  log.error('the state is not published: publish of the studio file contains the serverId, which is a password');
  return [];
};

/** Publishes the studio's state, until the returned function is called. That resolves once the broker knows it. */
export const publishState = (deps: PublishingDeps): (() => Promise<void>) => {
  const { studio, alarms } = deps;
  const publishers = new Map<string, Publisher>();
  let ending: Promise<unknown> | undefined;
  const update = (): void => {
    for (const publisher of publishers.values()) publisher.update();
  };
  const follow = (): void => {
    const { publish } = studio.layout;
    reconcile(publishers, sectionsIn(studio.layout, deps), {
      open: ({ section }) => new Publisher(section, deps, ending),
      serves: (publisher, { section }) => publisher.serve(section),
      close: (publisher) => {
        const keepsTopics = publish !== undefined && publisher.hasTopicsOf(publish);
        ending = Promise.all([ending, keepsTopics ? publisher.stop() : publisher.end()]);
      },
    });
    update();
  };
  follow();
  const unsubscribes = [
    watchState(deps, update),
    // Another station has other automations.
    studio.watch(update),
    alarms.watch(update),
    studio.watchLayout(follow),
  ];
  return async () => {
    for (const unsubscribe of unsubscribes) unsubscribe();
    await Promise.all([...publishers.values()].map((publisher) => publisher.stop()));
  };
};
