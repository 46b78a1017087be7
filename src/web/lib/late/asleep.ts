import { AWAKE } from '../early-click.ts';

/**
 * Runs in the head. Until the page is awake, style sheets may leave out what is far below the window
 * (`:root[data-asleep]`, decision 197).
 */
export const ASLEEP_SCRIPT = `(function(){var s=document.documentElement.dataset;s.asleep='';addEventListener('${AWAKE}',function(){delete s.asleep},{once:!0})})()`;
