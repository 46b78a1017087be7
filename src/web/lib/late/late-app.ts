/** The type of scripts that a waiting page only names: browsers neither fetch nor run what they do not know. */
export const LATE_SCRIPT = 'late';

/** Pages that are for reading: for visitors they are complete as HTML, and most are left without a key pressed. */
const FOR_READING =
  /^\/(?:(?:about|cookies|privacy|terms|(?:courses|blogs)(?:\/[^/]+)?|authors\/[^/]+)\/?)?$/;

/** Whether the app of a visitor's page waits until it is wanted. */
export const waitsForReader = (path: string) => FOR_READING.test(path);

/** What a reader does first. Of a mouse that moves: browsers tell of one that rests, too, when the page under it changes. */
const FIRST = 'pointermove pointerdown touchstart wheel keydown focusin input click';

/** What stands in a page and needs the app, though nobody touches it, as soon as it comes near the part that is seen. */
const LIVE = '[data-live],[data-video],[role=alert],.katex,[data-language=mermaid]';

/** How near, in pixels: what is fetched then is there when it is seen. */
export const NEAR_PX = 600;

/**
 * Runs in the head. Fetches the app of a waiting page when its reader does something, or when something comes near that
 * needs it. A page that waited over a new release has scripts that are gone: it is loaded again, as is one that comes back
 * from the history, since its reader may have signed in meanwhile.
 */
export const LATE_APP_SCRIPT = `(function(){var d=document,n='${FIRST}'.split(' '),w,o,s,on=function(){w=0;n.forEach(function(e){addEventListener(e,go,!0)})},go=function(e){if(w||e&&e.type==='pointermove'&&!e.movementX&&!e.movementY)return;w=1;n.forEach(function(e){removeEventListener(e,go,!0)});if(s)get()},get=function(){o&&o.disconnect();s.forEach(function(e){var l=d.createElement('link');l.rel='modulepreload';l.href=e.src;d.head.append(l)});import(s[0].src).catch(function(){fetch(location.href,{method:'HEAD'}).then(function(){location.reload()},on)})};on();addEventListener('DOMContentLoaded',function(){s=[].slice.call(d.querySelectorAll('script[type=${LATE_SCRIPT}]'));if(!s[0]){s=0;return}if(w)return get();o=new IntersectionObserver(function(e){e.some(function(i){return i.isIntersecting})&&go()},{rootMargin:'${NEAR_PX}px'});d.querySelectorAll('${LIVE}').forEach(function(e){o.observe(e)})});addEventListener('pageshow',function(e){e.persisted&&!w&&s&&location.reload()})})()`;
