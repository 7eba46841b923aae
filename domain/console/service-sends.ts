// What a studio's service can send to operators on request. It lists it in a header of its stream.

/** The header; its value is a list, separated by commas. Services of earlier versions send none. */
export const serviceSendsHeader = 'x-service-sends';

/** What operators watch, each by itself: the calls of a studio (ACTIVITY-6), and what it is doing (LIVE-4). */
export const watchTopics = ['calls', 'state'] as const;
export type WatchTopic = (typeof watchTopics)[number];

/** Whether a value of the header lists a topic. */
export const listsTopic = (header: string | readonly string[] | undefined, topic: WatchTopic): boolean =>
  [header ?? []]
    .flat()
    .join()
    .split(',')
    .some((listed) => listed.trim().toLowerCase() === topic);
