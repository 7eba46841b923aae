// Follows a stream of what a studio's service sends while the page is visible: a hidden tab makes no service send anything.
import type { WatchTopic } from '../../../../domain/console/service-sends.js';
import { urlOf } from './client.js';
import type { WatchedData } from './contract.js';

const reconnectAfterMs = 10_000;

/** What is done with a stream. */
export interface StreamHandlers<Data> {
  readonly onOpen: () => void;
  /** The stream was interrupted, or the page is hidden. */
  readonly onGap: () => void;
  /** Whether the service can send the topic. */
  readonly onService: (sends: boolean) => void;
  readonly onData: (data: Data) => void;
}

const read = ({ data }: MessageEvent<string>): unknown => JSON.parse(data);

const openStream = <Topic extends WatchTopic>(
  studioId: string,
  topic: Topic,
  handlers: StreamHandlers<WatchedData<Topic>>,
): EventSource => {
  const source = new EventSource(urlOf(`event.${topic}`, { id: studioId }));
  source.onopen = handlers.onOpen;
  source.addEventListener('service', (event: MessageEvent<string>) => {
    handlers.onService((read(event) as { readonly sends: boolean }).sends);
  });
  source.addEventListener(topic, (event: MessageEvent<string>) => {
    handlers.onData(read(event) as WatchedData<Topic>);
  });
  return source;
};

/** Follows a topic of a studio until the returned function is called. */
export const followStudio = <Topic extends WatchTopic>(
  studioId: string,
  topic: Topic,
  handlers: StreamHandlers<WatchedData<Topic>>,
): (() => void) => {
  let source: EventSource | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;
  const close = (): void => {
    clearTimeout(retry);
    source?.close();
    source = undefined;
  };
  const open = (): void => {
    close();
    const opened = openStream(studioId, topic, handlers);
    source = opened;
    opened.onerror = () => {
      handlers.onGap();
      // The browser does not reconnect after a refusal.
      if (opened.readyState === EventSource.CLOSED) retry = setTimeout(open, reconnectAfterMs);
    };
  };
  const onVisibility = (): void => {
    if (document.hidden) {
      close();
      handlers.onGap();
    } else if (source === undefined) open();
  };
  document.addEventListener('visibilitychange', onVisibility);
  onVisibility();
  return () => {
    document.removeEventListener('visibilitychange', onVisibility);
    close();
  };
};
