// Streams of events of the console's page, in a page without a browser: a test opens, refuses and ends them.

/** The streams that the page has opened, oldest first. */
export const openedSources: ControlledSource[] = [];

/** Stands in for the browser's `EventSource`. */
export class ControlledSource extends EventTarget {
  static readonly CLOSED = 2;
  readyState = 1;
  onopen: () => void = () => undefined;
  onerror: () => void = () => undefined;

  constructor(readonly url: string) {
    super();
    openedSources.push(this);
  }

  send(type: string, content: object): void {
    this.dispatchEvent(new MessageEvent(type, { data: JSON.stringify(content) }));
  }

  /** Interrupts the stream, which the browser opens again by itself. */
  interrupt(): void {
    this.onerror();
  }

  /** Ends the stream as the browser does after a refusal. */
  refuse(): void {
    this.close();
    this.onerror();
  }

  close(): void {
    this.readyState = ControlledSource.CLOSED;
  }
}
