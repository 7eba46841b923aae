// The ways in which asking the console may fail.

/** The console answered that it won't. The message is its own, and names what was wrong. */
export class RequestRefused extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/** No answer came: the console is down, or the way to it is. */
export class Unreachable extends Error {
  constructor() {
    super("The console can't be reached, so nothing was changed. What you typed is still here.");
  }
}

/** The console took the request and didn't answer in time. */
export class Unanswered extends Error {
  constructor() {
    super('The console took too long to answer. Whether the change was made shows once it answers again.');
  }
}

/** Whether somebody else was faster, so that nothing was changed. */
export const isChangedMeanwhile = (error: unknown): boolean => error instanceof RequestRefused && error.status === 412;

/** Whether nobody is signed in any more. */
export const isSessionEnd = (error: unknown): boolean => error instanceof RequestRefused && error.status === 401;

/** Whether what was asked for isn't there. */
export const isMissing = (error: unknown): boolean => error instanceof RequestRefused && error.status === 404;

const sentence = (text: string): string => {
  const begun = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(begun) ? begun : `${begun}.`;
};

/** A failure as a sentence for people. */
export const explain = (error: unknown): string =>
  error instanceof Error ? sentence(error.message) : 'Something went wrong.';
