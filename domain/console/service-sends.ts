// What a studio's service can send to operators on request. It lists it in a header of its stream.

/** The header; its value is a list, separated by commas. Services of earlier versions send none. */
export const serviceSendsHeader = 'x-service-sends';

/** The calls that operators watch, as the header names them (ACTIVITY-6). */
export const callsSent = 'calls';

/** Whether a value of the header lists something. */
export const listsSent = (header: string | readonly string[] | undefined, name: string): boolean =>
  [header ?? []]
    .flat()
    .join()
    .split(',')
    .some((listed) => listed.trim().toLowerCase() === name);
