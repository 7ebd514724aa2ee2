"""A run every night as a task of Airflow. Put this file into the folder of your DAGs, and name your paths."""

from datetime import datetime, timedelta

from airflow.providers.standard.operators.bash import BashOperator
from airflow.sdk import DAG

with DAG("reused_text", schedule="0 2 * * *", start_date=datetime(2026, 1, 1), catchup=False) as dag:
    BashOperator(
        task_id="partial",
        bash_command="diagonal partial --input=/data/articles --output=/data/found --skip_done --overwrite --log_format=json",
        retries=2,  # a retry after success ends at once
        retry_delay=timedelta(minutes=10),
    )
