import { m } from '#web/lib/messages.ts';
import classes from './glimpse.module.css';

const SCORE = 86;
const RADIUS = 22;
const ROUND = 2 * Math.PI * RADIUS;

/** The product in small: a lesson beside a lab beside an exam result, drawn in HTML. */
export function Glimpse() {
  return (
    <figure className={classes.glimpse} role="img" aria-label={m.site_glimpse_label()}>
      <div className={`${classes.sheet} ${classes.lesson}`}>
        <div className={classes.bar}>
          <span>{m.site_glimpse_course()}</span>
          <span className={classes.track}>
            <i />
          </span>
          <span>5 / 12</span>
        </div>
        <div className={classes.text}>
          <div className={classes.heading}>{m.site_glimpse_lesson()}</div>
          <p>{m.site_glimpse_text()}</p>
        </div>
        <div className={classes.code}>
          <b>select</b> name, <b>sum</b>(total){'\n'}
          <b>from</b> orders{'\n'}
          <b>join</b> customers <b>using</b> (customer_id){'\n'}
          <b>where</b> total &gt; <i>0</i>
          {'\n'}
          <b>group by</b> name;
        </div>
      </div>
      <div className={`${classes.sheet} ${classes.lab}`}>
        <div className={classes.kind}>{m.site_glimpse_lab()}</div>
        <div className={classes.labTitle}>{m.site_glimpse_lab_title()}</div>
        <ul className={classes.steps}>
          <li data-done>{m.site_glimpse_lab_1()}</li>
          <li data-done>{m.site_glimpse_lab_2()}</li>
          <li>{m.site_glimpse_lab_3()}</li>
        </ul>
      </div>
      <div className={`${classes.sheet} ${classes.exam}`}>
        <svg className={classes.score} width="52" height="52" viewBox="0 0 52 52" aria-hidden="true">
          <circle cx="26" cy="26" r={RADIUS} fill="none" stroke="var(--line)" strokeWidth="4" />
          <circle
            cx="26"
            cy="26"
            r={RADIUS}
            fill="none"
            stroke="var(--accent-ink)"
            strokeWidth="4"
            strokeLinecap="round"
            strokeDasharray={`${((ROUND * SCORE) / 100).toFixed(1)} 999`}
            transform="rotate(-90 26 26)"
          />
          <text x="26" y="31" textAnchor="middle">
            {SCORE}
          </text>
        </svg>
        <div>
          <div className={classes.passed}>{m.site_glimpse_exam()}</div>
          <p>{m.site_glimpse_exam_topics()}</p>
        </div>
      </div>
    </figure>
  );
}
