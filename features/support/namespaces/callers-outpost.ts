// Runs among the callers: makes calls, and nothing else.
import { callerOutpost } from '../caller-outpost.js';
import { serve } from '../remote.js';

serve(callerOutpost);
