// The page of a panel: its keys, live, or why it can't show them.
import { useEffect, useRef, useState } from 'preact/hooks';
import type { TargetedKeyboardEvent, VNode } from 'preact';
import type { Panel } from '../../../../domain/studio/panel.js';
import type { Live } from '../live/records.js';
import { callApi } from '../live/service.js';
import { codeOf } from '../live/token.js';
import { useAwake, useLive, useServiceTime } from '../live/use-live.js';
import { nextFocus } from './arrow-keys.js';
import { PanelKey } from './key.js';

type Loaded = { readonly panel: Panel } | { readonly message: string } | undefined;

/** Reads the panel whenever the stream begins anew: then its keys may be others. */
const usePanel = (token: string, id: string, begun: number): Loaded => {
  const [loaded, setLoaded] = useState<Loaded>();
  useEffect(() => {
    if (begun === 0) return undefined;
    let isOver = false;
    void callApi(token, 'GET', `/api/v2/panels/${encodeURIComponent(id)}`).then((answer) => {
      if (isOver || answer.is === 'lost') return;
      setLoaded(answer.is === 'ok' ? { panel: (answer.body as { readonly panel: Panel }).panel } : answer);
    });
    return () => {
      isOver = true;
    };
  }, [token, id, begun]);
  return loaded;
};

/** Renders what a screen shows that nobody knows: the code by which an operator recognises it. */
export const Pairing = ({ token }: { readonly token: string }): VNode => (
  <main className="notice">
    <h1>Pair this screen</h1>
    <p>An operator finds this code in the console, under Recently refused, and says what this screen may do.</p>
    <p className="code">{codeOf(token)}</p>
    <p>The screen comes to life by itself.</p>
  </main>
);

const Notice = ({ title, text }: { readonly title: string; readonly text: string }): VNode => (
  <main className="notice">
    <h1>{title}</h1>
    <p>{text}</p>
  </main>
);

const LinkBanner = ({ link }: Pick<Live, 'link'>): VNode | null =>
  link.is === 'live' ? null : (
    <p className="banner" role="alert">
      {link.is === 'lost' ? 'Disconnected: the keys rest until the service is back.' : 'Connecting …'}
    </p>
  );

interface KeysProps {
  readonly panel: Panel;
  readonly token: string;
  readonly live: Live;
  readonly now: number;
}

const Tabs = ({
  panel,
  at,
  choose,
}: {
  readonly panel: Panel;
  readonly at: number;
  readonly choose: (at: number) => void;
}) =>
  panel.pages.length < 2 ? null : (
    <nav aria-label="Pages">
      {panel.pages.map(({ name }, index) => (
        <button
          key={name}
          type="button"
          aria-current={index === at ? 'page' : undefined}
          onClick={() => {
            choose(index);
          }}
        >
          {name}
        </button>
      ))}
    </nav>
  );

const Keys = ({ panel, token, live, now }: KeysProps): VNode => {
  const [at, setAt] = useState(0);
  const grid = useRef<HTMLDivElement>(null);
  const page = panel.pages[Math.min(at, panel.pages.length - 1)];
  const isLive = live.link.is === 'live';
  return (
    <>
      <Tabs panel={panel} at={at} choose={setAt} />
      <div
        ref={grid}
        className={page?.columns == null ? 'keys fits' : 'keys'}
        style={page?.columns == null ? {} : { '--columns': String(page.columns) }}
        onKeyDown={(event: TargetedKeyboardEvent<HTMLDivElement>) => {
          nextFocus(grid.current, event.key)?.focus();
        }}
      >
        {page?.keys.map((key, index) =>
          key === null ? (
            <span key={String(index)} className="empty" />
          ) : (
            <PanelKey
              key={`${page.name} ${String(index)} ${key.path}`}
              definition={key}
              token={token}
              station={panel.station}
              records={live.records}
              now={now}
              isLive={isLive}
            />
          ),
        )}
      </div>
    </>
  );
};

/** Renders a panel. */
export const PanelScreen = ({ token, id }: { readonly token: string; readonly id: string }): VNode => {
  const live = useLive(token);
  const now = useServiceTime(live.aheadMs);
  const loaded = usePanel(token, id, live.begun);
  useAwake();
  if (live.link.is === 'unknown') return <Pairing token={token} />;
  if (live.link.is === 'refused') return <Notice title="Refused" text={live.link.message} />;
  if (loaded === undefined) return <Notice title="Studio Control" text="Connecting …" />;
  if ('message' in loaded) return <Notice title="No such panel" text={loaded.message} />;
  return (
    <main className="panel">
      <header>
        <h1>{loaded.panel.name}</h1>
        <time>
          {new Date(now).toLocaleTimeString([], {
            hour: '2-digit',
            minute: '2-digit',
            second: '2-digit',
            hourCycle: 'h23',
          })}
        </time>
      </header>
      <LinkBanner link={live.link} />
      <Keys panel={loaded.panel} token={token} live={live} now={now} />
    </main>
  );
};
