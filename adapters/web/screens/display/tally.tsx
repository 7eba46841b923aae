// The page of a camera's tally: a whole screen in its colour.
import { t } from '@lingui/core/macro';
import type { VNode } from 'preact';
import type { Camera } from '../../../../domain/studio/camera.js';
import { useAwake, useLive } from '../live/use-live.js';
import { Notice, noticeOf } from '../notice.js';
import { BigText } from './big-text.js';
import { lampOf, lampTexts, recordNamed } from './display-state.js';
import { shownParts, textSize } from './options.js';

const parts = ['state', 'name'] as const;

interface ScreenProps {
  readonly token: string;
  readonly name: string;
  readonly search: URLSearchParams;
}

/** Renders the tally of a camera. */
export const TallyScreen = ({ token, name, search }: ScreenProps): VNode => {
  const live = useLive(token);
  useAwake();
  const { parts: shown } = shownParts(parts, search);
  const notice = noticeOf(live, token);
  if (notice !== null) return notice;
  const camera = recordNamed(live.records, 'cameras', name, ['id']) as Camera | undefined;
  if (camera === undefined)
    return <Notice title={t`No such camera`} text={t`There is no camera "${name}" that this screen may read.`} />;
  const isLive = live.link.is === 'live';
  const lamp = isLive ? lampOf(camera.tally) : 'unknown';
  return (
    <main className={`display light-${lamp} ${isLive ? '' : 'is-lost'}`} style={{ '--size': String(textSize(search)) }}>
      {shown.has('state') && <BigText text={lampTexts[lamp]} role="status" />}
      <h1 className={shown.has('name') ? 'name' : 'unseen'}>{camera.name}</h1>
      {!isLive && (
        <p className="banner" role="alert">
          {t`Disconnected`}
        </p>
      )}
    </main>
  );
};
