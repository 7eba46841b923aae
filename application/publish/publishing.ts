// What the studio file wants published. It follows the layout.
import type { PublishSection } from '../../domain/studio/publish.js';
import { reconcile } from '../commands/reconcile.js';
import { watchState } from '../events/live-state.js';
import type { Alarms } from '../alarms/alarms.js';
import { Publisher, type PublisherDeps } from './publisher.js';

export interface PublishingDeps extends PublisherDeps {
  readonly alarms: Pick<Alarms, 'open' | 'watch' | 'raise' | 'clear'>;
}

const sectionsIn = (section: PublishSection | undefined) => (section === undefined ? [] : [{ id: 'publish', section }]);

/** Publishes the studio's state, until the returned function is called. That resolves once the broker knows it. */
export const publishState = (deps: PublishingDeps): (() => Promise<void>) => {
  const { studio, alarms } = deps;
  const publishers = new Map<string, Publisher>();
  const update = (): void => {
    for (const publisher of publishers.values()) publisher.update();
  };
  const follow = (): void => {
    const { publish } = studio.layout;
    reconcile(publishers, sectionsIn(publish), {
      open: ({ section }) => new Publisher(section, deps),
      serves: (publisher, { section }) => publisher.serve(section),
      close: (publisher) => {
        void (publish !== undefined && publisher.hasTopicsOf(publish) ? publisher.stop() : publisher.end());
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
