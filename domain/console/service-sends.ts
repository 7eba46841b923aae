// What a studio's service can send to the console on request. It lists it in a header of its stream.

/** The header; its value is a list, separated by commas. Services of earlier versions send none. */
export const serviceSendsHeader = 'x-service-sends';

/** What operators watch, each by itself: the calls of a studio (ACTIVITY-6), and what it is doing (LIVE-4). */
export const watchTopics = ['calls', 'state'] as const;
export type WatchTopic = (typeof watchTopics)[number];

/** What all services of this version send: the watched topics, and heartbeats (STATUS-8). */
export const serviceSends = [...watchTopics, 'heartbeats'] as const;

/** What services send; answers about the studio file only where the host allows editing (EDITING-7). */
export type ServiceSends = (typeof serviceSends)[number] | 'editing';

/** Whether a value of the header lists what a service may send. */
export const listsSent = (header: string | readonly string[] | undefined, sent: ServiceSends): boolean =>
  [header ?? []]
    .flat()
    .join()
    .split(',')
    .some((listed) => listed.trim().toLowerCase() === sent);
