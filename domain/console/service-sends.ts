// What a studio's service can send to the console on request. It lists it in a header of its stream.

/** The header; its value is a list, separated by commas. Services of earlier versions send none. */
export const serviceSendsHeader = 'x-service-sends';

/** What operators watch, each by itself: the calls of a studio (ACTIVITY-6), and what it is doing (LIVE-4). */
export const watchTopics = ['calls', 'state'] as const;
export type WatchTopic = (typeof watchTopics)[number];

/** What the console reads at a service on request: pages of the as-run log (AS-RUN-8), and the last calls (ACTIVITY-7). */
export const readTopics = ['as-run', 'recent-calls'] as const;
export type ReadTopic = (typeof readTopics)[number];

/** What the console asks about: the studio file only where the host allows editing (EDITING-7). */
export const askTopics = [...readTopics, 'editing'] as const;
export type AskTopic = (typeof askTopics)[number];

/** What all services of this version send: the watched topics, heartbeats (STATUS-8), and what is read on request. */
export const serviceSends = [...watchTopics, 'heartbeats', ...readTopics] as const;

/** What services send. */
export type ServiceSends = (typeof serviceSends)[number] | AskTopic;

/** Whether a value of the header lists what a service may send. */
export const listsSent = (header: string | readonly string[] | undefined, sent: ServiceSends): boolean =>
  [header ?? []]
    .flat()
    .join()
    .split(',')
    .some((listed) => listed.trim().toLowerCase() === sent);
