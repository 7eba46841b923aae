// Entry point of the simulated studio's page.
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import '../../adapters/web/console/style/base.css';
import '../../adapters/web/console/style/controls.css';
import '../../adapters/web/console/style/layout.css';
import '../../adapters/web/console/style/sections.css';
import './style.css';
import { App } from './app.js';

const root = document.getElementById('page');
if (root)
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
