// The page of a panel: its keys, live, or why it can't show them.
import { t } from '@lingui/core/macro';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { TargetedKeyboardEvent, VNode } from 'preact';
import type { Panel } from '../../../../domain/studio/panel.js';
import type { Live } from '../live/records.js';
import { timeOfDay } from '../live/clock.js';
import { answerOf, serviceOf } from '../live/service.js';
import { useAwake, useLive, useServiceTime } from '../live/use-live.js';
import { Notice, noticeOf } from '../notice.js';
import { nextFocus } from './arrow-keys.js';
import { PanelKey } from './key.js';

type Loaded = { readonly panel: Panel } | { readonly message: string } | undefined;

/** Reads the panel whenever the stream begins anew: then its keys may be others. */
const usePanel = (token: string, id: string, begun: number): Loaded => {
  const [loaded, setLoaded] = useState<Loaded>();
  useEffect(() => {
    if (begun === 0) return undefined;
    let isOver = false;
    void answerOf(serviceOf(token).read('panel.get', { id })).then((answer) => {
      if (isOver || answer.is === 'lost') return;
      setLoaded(answer.is === 'ok' ? { panel: (answer.body as { readonly panel: Panel }).panel } : answer);
    });
    return () => {
      isOver = true;
    };
  }, [token, id, begun]);
  return loaded;
};

const LinkBanner = ({ link }: Pick<Live, 'link'>): VNode | null =>
  link.is === 'live' ? null : (
    <p className="banner" role="alert">
      {link.is === 'lost' ? t`Disconnected: the keys rest until the service is back.` : t`Connecting …`}
    </p>
  );

interface PanelProps {
  readonly token: string;
  /** Where the URLs of keys begin; undefined if the keys don't show them. */
  readonly urls: string | undefined;
}

interface KeysProps extends PanelProps {
  readonly panel: Panel;
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
    <nav aria-label={t`Pages`}>
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

const Keys = ({ panel, token, urls, live, now }: KeysProps): VNode => {
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
              urls={urls}
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
export const PanelScreen = ({ token, id, urls }: PanelProps & { readonly id: string }): VNode => {
  const live = useLive(token);
  const now = useServiceTime(live.aheadMs);
  const loaded = usePanel(token, id, live.begun);
  useAwake();
  const notice = noticeOf(live, token);
  if (notice !== null) return notice;
  if (loaded === undefined) return <Notice title="Studio Control" text={t`Connecting …`} />;
  if ('message' in loaded) return <Notice title={t`No such panel`} text={loaded.message} />;
  return (
    <main className="panel">
      <header>
        <h1>{loaded.panel.name}</h1>
        <time>{timeOfDay(now, live.timeZone)}</time>
      </header>
      <LinkBanner link={live.link} />
      <Keys panel={loaded.panel} token={token} urls={urls} live={live} now={now} />
    </main>
  );
};
