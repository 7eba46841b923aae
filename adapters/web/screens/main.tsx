// Entry point of the screens: the path says which panel or display is shown.
import { t } from '@lingui/core/macro';
import { render, type VNode } from 'preact';
import { DisplayScreen } from './display/display.js';
import { TallyScreen } from './display/tally.js';
import { ownToken } from './live/token.js';
import { urlsBase } from './panel/key-url.js';
import { PanelScreen } from './panel/panel.js';
import './style.css';
import './display/display.css';

const screenAt = (path: string, search: URLSearchParams, token: string): VNode => {
  const [, kind, name = '', camera] = path.split('/').map(decodeURIComponent);
  if (kind === 'panels') return <PanelScreen token={token} id={name} urls={urlsBase(search, location.origin)} />;
  if (kind !== 'displays') return <p>{t`There is no such screen.`}</p>;
  return camera === undefined ? (
    <DisplayScreen token={token} name={name} search={search} />
  ) : (
    <TallyScreen token={token} name={camera} search={search} />
  );
};

const root = document.getElementById('screen');
if (root) {
  // The address may have the token in its fragment, which is removed.
  const token = ownToken();
  render(screenAt(location.pathname, new URLSearchParams(location.search), token), root);
}
