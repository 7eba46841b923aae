// Entry point of the screens: the path says which panel or display is shown.
import { render, type VNode } from 'preact';
import { ownToken } from './live/token.js';
import { PanelScreen } from './panel/panel.js';
import './style.css';

const screenAt = (path: string, token: string): VNode => {
  const [, kind, name = ''] = path.split('/').map(decodeURIComponent);
  return kind === 'panels' ? <PanelScreen token={token} id={name} /> : <p>There is no such screen.</p>;
};

const root = document.getElementById('screen');
if (root) render(screenAt(location.pathname, ownToken()), root);
